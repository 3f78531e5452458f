// Codes as an authenticator app shows them.

import { createHmac } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The six digits that an app shows `later` seconds from now (RFC 6238). */
export function code(spelt, later = 0) {
  const bits = [...spelt.replaceAll(" ", "")].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const secret = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + later) / 30)));
  const mac = createHmac("sha1", secret).update(step).digest();
  const number = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
