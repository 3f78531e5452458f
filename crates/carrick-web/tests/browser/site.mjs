// Test support: `carrick serve` with a separate database, a browser, and people in it. Any error on
// a page fails the test, including a violation of its Content-Security-Policy.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { browser } from "./browser.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const program = process.env.CARRICK ?? `${root}target/debug/carrick`;
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const folder = await mkdtemp(join(tmpdir(), "carrick-"));
/** @type {import("node:child_process").ChildProcess} */
let server;

/** Starts a server; returns its URL. @param {string} listen */
async function serve(listen) {
  server = spawn(
    program,
    ["serve", "--listen", listen, "--db", join(folder, "carrick.db"), "--trusted-proxy", "127.0.0.1"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.stdout.once("data", (line) => resolve(/http:\S+/.exec(String(line))?.[0]));
  });
}

/** Base URL of the site. */
export const address = await serve("127.0.0.1:0");

/**
 * Runs something while the server is stopped, then restarts it at the same address.
 * @param {() => Promise<void>} act
 */
export async function whileAway(act) {
  server.kill();
  await once(server, "exit");
  await act();
  await serve(new URL(address).host);
}

after(async () => {
  await browser.close();
  server.kill();
  await once(server, "exit");
  await rm(folder, { recursive: true });
});

const run = promisify(execFile);

/** Runs a command line of an unknown sender, with `carrick do`. @param {string} line */
export async function comes(line) {
  await run(program, ["do", "--db", join(folder, "carrick.db"), line]);
}

/**
 * Sends the waiting mail into a folder and reads it. Returns every link to this site, one for each
 * page.
 */
export async function mailedLinks() {
  const settings = join(folder, "mail.toml");
  const [mail, base] = [join(folder, "mail"), address.replace(/\/$/, "")];
  await writeFile(settings, `database = "${join(folder, "carrick.db")}"\nbase_url = "${base}"\n[mail]\naddress = "games@carrick.example"\n[mail.out]\nmaildir = "${mail}"\n`);
  await run(program, ["outbox", "--config", settings, "send"]);
  const files = (await readdir(join(mail, "new"))).map((name) => join(mail, "new", name));
  const letters = await Promise.all(files.map((file) => readFile(file, "utf8")));
  await Promise.all(files.map((file) => rm(file)));
  const text = letters.join("\n").replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  return [...new Set(text.match(new RegExp(`${base}/[a-z]+/[-\\w.~]+`, "g")))];
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const TABLET = { viewport: { width: 768, height: 1024 } };
export const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

/** Every person has a different address, so that rate limits by address do not apply. */
let people = 0;

/** A person with a browser: their page, and the actions that tests need. */
export class Person {
  /** @param {import("playwright-core").BrowserContextOptions} [profile] */
  static async comes(profile = DESKTOP) {
    people += 1;
    const person = new Person();
    person.touches = Boolean(profile.hasTouch);
    person.context = await browser.newContext({
      baseURL: address,
      reducedMotion: "reduce",
      // A service worker fetches some sixty pages, so only its own tests have one.
      serviceWorkers: "block",
      extraHTTPHeaders: { "x-forwarded-for": `10.0.0.${people}` },
      ...profile,
    });
    person.page = await person.context.newPage();
    person.complaints = [];
    person.context.on("weberror", (error) => person.complaints.push(String(error.error())));
    person.context.on("console", (message) => {
      const refused = /status of (400|422)/.test(message.text());
      if (message.type() === "error" && !refused) person.complaints.push(`${message.text()} ${message.location().url}`);
    });
    return person;
  }

  /** A person who has signed up. */
  static async named(name, profile = DESKTOP) {
    const person = await Person.comes(profile);
    await person.signsUp(name);
    return person;
  }

  /** Signs up without the page's form. */
  async signsUp(name) {
    this.name = name;
    await this.sends("/sign-up", { user: name, password: passwordOf(name) });
  }

  /** Sends a form; returns the redirect's target. */
  async sends(path, form, status = 303) {
    const headers = { origin: address };
    const answer = await this.context.request.post(path, { form, headers, maxRedirects: 0 });
    assert.equal(answer.status(), status, `${path}: ${await answer.text()}`);
    return answer.headers().location;
  }

  /** The position of a board, as its page requests it. */
  async position(path) {
    return (await this.context.request.get(`${path}/position`)).json();
  }

  /**
   * Opens a page, and waits for its board if it has one. A live page may navigate at the same
   * moment, for example to a game that was just accepted, and then the attempt fails.
   */
  async opens(path) {
    for (let tries = 1; ; tries++) {
      try {
        await this.page.goto(path);
        break;
      } catch (error) {
        if (tries === 4 || !/ERR_ABORTED|interrupted by another navigation/.test(String(error))) throw error;
        await this.page.waitForLoadState();
      }
    }
    if (await this.page.locator("#board").count()) await this.board();
  }

  async board() {
    await this.page.locator(".board-tools button").first().waitFor();
  }

  /** Waits until the board's status matches. */
  async hears(pattern) {
    const said = this.page.locator(".board-said");
    await said.filter({ hasText: pattern }).waitFor({ timeout: 8000 }).catch(async () => {
      assert.match((await said.textContent()) ?? "", pattern);
    });
  }

  /** Waits until it is their turn with this number, which the page learns without a reload. */
  async isToMove(number) {
    await this.page.locator("#status", { hasText: "Your turn." }).waitFor({ timeout: 8000 });
    await this.hears(new RegExp(`Turn ${number}: `));
  }

  /** Chooses a turn on the board, place by place, until it is previewed. */
  async chooses(turn) {
    const { spots } = await this.position(new URL(this.page.url()).pathname);
    const [, rotation, from, to] = /^(?:([a-h]):)?([^-]+)(?:-(.+))?$/.exec(turn) ?? [];
    const spot = spots.find(({ place, to: ways, turn: played, rotations }) =>
      place === from && (to ? ways?.includes(to) : rotation ? rotations?.includes(rotation) : played === turn),
    );
    if (!spot) await this.page.click(`[data-turn="${turn}"]`);
    else await this.points(spot.id);
    if (rotation) await this.page.click(`.rotation[data-turn="${turn}"]`);
    if (to) {
      const target = this.page.locator(`[data-place="${to}"][aria-label*="can go here"]`);
      await target.waitFor();
      await this.points(await target.getAttribute("id"));
    }
    await this.hears(/^Preview: /);
  }

  /** Clicks or taps a place: the first tap may magnify a board that is too small. */
  async points(id) {
    await this.hits(id);
    if (this.touches && /^Magnified/.test((await this.page.textContent(".board-said")) ?? "")) await this.hits(id);
  }

  /** Clicks a visible part of a place, because a cube may be half hidden under another. */
  async hits(id) {
    const { page } = this;
    await this.seesStill(id);
    const seen = () => page.evaluate((wanted) => {
      const place = document.getElementById(wanted);
      if (!place) return undefined;
      const { x, y, width, height } = place.getBoundingClientRect();
      const shares = [0.5, 0.35, 0.65, 0.2, 0.8];
      const points = shares.flatMap((down) => shares.map((right) => [x + width * right, y + height * down]));
      return points.find(([left, top]) => document.elementFromPoint(left, top)?.closest("[data-place]")?.id === wanted);
    }, id);
    let at = await seen();
    if (!at) {
      // It may be outside of a magnified part, or covered by what sticks to the bottom of a phone.
      const whole = page.getByRole("button", { name: "Whole board" });
      if (await whole.count()) await whole.click();
      await page.evaluate((wanted) => document.getElementById(wanted)?.scrollIntoView({ block: "center", behavior: "instant" }), id);
      at = await seen();
    }
    assert.ok(at, `${id} shows nowhere`);
    if (this.touches) await page.touchscreen.tap(...at);
    else await page.mouse.click(...at);
  }

  /**
   * Scrolls to a place, and waits until it has stopped moving. The board and its places may be
   * redrawn in the meantime; then Playwright's wait fails and starts again.
   */
  async seesStill(id) {
    const place = this.page.locator(`[id="${id}"]`);
    for (let redrawn = 0; ; redrawn++) {
      try {
        await place.scrollIntoViewIfNeeded();
        return;
      } catch (error) {
        if (redrawn === 20 || !/not attached/.test(error.message)) throw error;
      }
    }
  }

  /** Plays a turn on the board, and waits for the board after it. */
  async plays(turn) {
    await this.chooses(turn);
    await this.confirms(() => this.page.click("[data-confirm]"));
  }

  /**
   * Confirms a turn, and waits until it has been played without leaving the page.
   * @param {() => Promise<void>} act
   */
  async confirms(act) {
    const played = this.page.evaluate(
      () => new Promise((resolve) => {
        document.addEventListener("carrick:sent", () => resolve(true), { once: true });
        setTimeout(() => resolve(false), 15_000);
      }),
    );
    await act();
    assert.ok(await played, `nothing was played: ${await this.page.textContent(".board-now")}`);
    await this.page.locator("[data-confirm]").waitFor({ state: "detached" });
  }

  /** Performs an action with its button. */
  async does(action) {
    await this.page.getByRole("button", { name: action, exact: true }).click();
  }

  /** Resigns, the only action that needs a confirmation. */
  async resigns() {
    await this.page.locator(".asks > summary").click();
    await this.page.locator(".asks button").click();
  }

  /** Opens a tab of the panel next to a board. */
  async reads(tab) {
    await this.page.getByRole("tab", { name: tab }).click();
  }

  /** Violations that axe finds on the page, in words. @param {string[]} rules tags or names */
  async offences(rules = TAGS) {
    // At its end, a page has nothing below the part that sticks to the bottom of a phone.
    const scrolls = (/** @type {number} */ top) => this.page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
    const { at, end } = await this.page.evaluate(() => ({ at: scrollY, end: document.body.scrollHeight }));
    await scrolls(end);
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate((rules) => axe.run(document, { runOnly: rules }), rules);
    await scrolls(at);
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 2).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
    );
  }

  /** From now on, errors of a lost connection do not fail the test. */
  mayLoseConnection() {
    const lost = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_FAILED|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|status of 50[234]/;
    this.complaints = this.complaints.filter((said) => !lost.test(said));
  }

  async leaves() {
    await this.context.close();
    assert.deepEqual(this.complaints, []);
  }
}

/** Rules that depend on colours and sizes; the others only look at elements and their names. */
export const OF_LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export const passwordOf = (name) => `under the ${name} tree`;

/** Opens a board between two people, who both agree to the game; the first of them moves first. */
export async function challenge(game, options, first, second) {
  const path = await first.sends(`/new/${game}/challenge`, { opponent: second.name, seat: "first", ...options });
  await second.sends(`${path}/answer`, { answer: "accept" });
  return path;
}

/** A test with people who arrive for it and leave. */
export function withPeople(name, arrive, run, options = {}) {
  test(name, options, async () => {
    const present = await arrive();
    try {
      await run(...present);
    } catch (error) {
      // An error of a page must not hide the failure of the test.
      for (const person of present) await person.context.close();
      throw error;
    }
    for (const person of present) await person.leaves();
  });
}
