/**
 * Keeps the display awake. An address of the LAN without https has no wake lock; a video that plays on the page without a
 * sound does the same, if it is as large as the page. It is made of an empty picture, and is the ground of the page.
 */

const WIDE = 16;
const HIGH = 9;
const OFTEN = 1000;

/**
 * @param {HTMLVideoElement} video
 * @param {() => string} colour of the ground now
 */
export async function keepAwake(video, colour) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const picture = canvas.getContext("2d");
  if (!picture || typeof canvas.captureStream !== "function") return;
  const paint = () => {
    picture.fillStyle = colour();
    picture.fillRect(0, 0, WIDE, HIGH);
  };
  paint();
  setInterval(paint, OFTEN); // a stream without new pictures would stand still
  video.srcObject = canvas.captureStream(1);
  const play = () => video.play().catch(() => {}); // a browser that wants a touch first gets it one day
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && play());
  addEventListener("pointerdown", play);
  addEventListener("keydown", play);
  await play();
  await navigator.wakeLock?.request("screen").catch(() => {});
}
