// Runs the README's first command exactly as printed, fetches a page, plays a turn as a guest
// against the computer, and stops the server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const readme = await readFile("README.md", "utf8");
const [command] = [...readme.matchAll(/^```sh\n(.+)\n```$/gm)].map((block) => block[1]);
console.log(`== ${command}`);
const folder = await mkdtemp(join(tmpdir(), "carrick-first-"));
const server = spawn("bash", ["-c", `exec ${command}`], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, XDG_DATA_HOME: folder },
  detached: true,
});
const ended = once(server, "exit");
process.on("exit", () => {
  if (server.exitCode === null) try { process.kill(-server.pid, "SIGKILL"); } catch {}
});

/** The site's address, as the server prints it. */
const site = await new Promise((found, failed) => {
  let said = "";
  server.stdout.on("data", (text) => {
    said += text;
    const address = /http:\S+/.exec(said);
    if (address) found(address[0].replace(/\/$/, ""));
  });
  server.once("exit", (code) => failed(new Error(`the command exited with status ${code}`)));
});

const home = await fetch(site);
assert.equal(home.status, 200);
assert.match(await home.text(), /Antipod/);

let cookie = "";
/** Sends a form, as a browser does. */
async function send(path, fields) {
  const answer = await fetch(site + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin: site, cookie },
    body: new URLSearchParams(fields),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (cookies.length > 0) cookie = cookies.join("; ");
  assert.equal(answer.status, 303, `${path}: ${answer.status} ${await answer.text()}`);
  return answer.headers.get("location");
}
const board = await send("/new/antipod", { against: "computer", level: "1", seat: "first" });
await send(`${board}/turn`, { turn: "f14", number: "1" });

// Once the computer has answered, turn 3 is the guest's.
const isAnswered = async () => {
  const page = await fetch(site + board, { headers: { cookie } });
  return /name="number" value="3"/.test(await page.text());
};
let tries = 0;
while (!(await isAnswered())) {
  assert.ok((tries += 1) < 300, "the computer does not answer");
  await new Promise((later) => setTimeout(later, 100));
}
process.kill(-server.pid, "SIGINT");
const [code] = await ended;
assert.equal(code, 0, `the server exited with status ${code}`);
await rm(folder, { recursive: true });
console.log(`== ${command}: the site answers, a guest plays, Ctrl-C stops it`);
