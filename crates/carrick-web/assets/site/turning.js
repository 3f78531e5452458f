// The finished game on the front page in three dimensions, slowly turning. It is loaded when the
// page has nothing else to do. Until then, a picture is shown in its place; it stays for readers
// who prefer reduced motion and in browsers that would draw the game on the processor.

/** Radians by which it turns in a millisecond: a full turn takes a minute. */
const SPEED = (2 * Math.PI) / 60_000;

const figure = document.querySelector("[data-turning]");

/** Renderers that use the processor. */
const BY_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether a graphics card does the drawing. */
function draws() {
  const pen = document.createElement("canvas").getContext("webgl2");
  if (!pen) return false;
  const { UNMASKED_RENDERER_WEBGL } = pen.getExtension("WEBGL_debug_renderer_info") ?? { UNMASKED_RENDERER_WEBGL: pen.RENDERER };
  const renderer = String(pen.getParameter(UNMASKED_RENDERER_WEBGL));
  pen.getExtension("WEBGL_lose_context")?.loseContext();
  return !BY_PROCESSOR.test(renderer);
}

/** @param {HTMLElement} figure */
async function turn(figure) {
  const [{ Stage }, { Globe }, { Pile }, { theme }, answer] = await Promise.all([
    import("./scene.js"), import("./globe.js"), import("./pile.js"), import("./paint.js"), fetch(figure.dataset.turning ?? ""),
  ]);
  if (!answer.ok) return;
  const seen = await answer.json();
  const host = document.createElement("div");
  host.className = "stage";
  figure.append(host);
  const stage = new Stage(host);
  const Model = seen.solid.form === "globe" ? Globe : Pile;
  const model = new Model(seen, theme(document.documentElement));
  model.take(seen, new Set(["no-labels"]));
  stage.root.add(model.group);
  stage.lampsTilt = Model.lampsTilt;
  stage.view = { ...Model.home };
  stage.frameHull(model.hull());

  const pause = document.createElement("button");
  pause.className = "icon pause";
  let [held, inSight, last] = [false, true, 0];
  const step = (/** @type {number} */ now) => {
    if (last) stage.view.yaw += (now - last) * SPEED;
    last = now;
    return !held && inSight;
  };
  const go = () => {
    last = 0;
    stage.run(step);
  };
  const say = () => pause.setAttribute("aria-pressed", String(held));
  pause.type = "button";
  pause.title = "Pause";
  pause.setAttribute("aria-label", "Pause");
  pause.append(icon());
  pause.addEventListener("click", () => {
    held = !held;
    say();
    if (!held) go();
  });
  say();
  figure.append(pause);
  figure.classList.add("turns");
  new IntersectionObserver(([entry]) => {
    inSight = entry?.isIntersecting ?? true;
    if (inSight && !held) go();
  }).observe(figure);
}

/** Two bars. */
function icon() {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "0 0 20 20");
  picture.setAttribute("aria-hidden", "true");
  const bars = document.createElementNS("http://www.w3.org/2000/svg", "path");
  bars.setAttribute("d", "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z");
  bars.setAttribute("fill", "currentColor");
  picture.append(bars);
  return picture;
}

/** Runs once the page is loaded and idle. */
function soon() {
  const begin = () => {
    if (figure instanceof HTMLElement && draws()) void turn(figure).catch(() => figure.classList.remove("turns"));
  };
  if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: 4000 });
  else setTimeout(begin, 1000);
}

if (figure && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
