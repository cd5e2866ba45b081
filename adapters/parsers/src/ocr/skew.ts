import { fromGrey, type GreyPicture, toGrey } from "./grey-picture.ts";

const WIDTH_PX = 800;
const MAX_POINTS = 40_000;
const WIDEST = 15;
const COARSE = 0.5;
const FINE = 0.1;
/** Less is not worth a rotation, which blurs letters. */
const LEAST = 0.4;
/** So much clearer must the lines be than in the picture as it is. */
const CLEARER = 1.15;

/**
 * By how many degrees the lines of a picture's text rise to the right; 0 when they are straight, or there are none. It
 * is the angle along which the dark points fall into the sharpest rows (Postl 1986, projection profiles).
 */
export async function skewOf(picture: GreyPicture): Promise<number> {
  const { pixels, width, height } = await toGrey(
    fromGrey(picture).resize({
      width: WIDTH_PX,
      height: WIDTH_PX,
      fit: "inside",
      withoutEnlargement: true,
    }),
  );
  const points = darkPoints(pixels, width);
  const sharpness = (degrees: number) => profileSharpness(points, degrees, width + height, width);
  const best = bestOf(range(-WIDEST, WIDEST, COARSE), sharpness);
  const fine = bestOf(range(best - COARSE, best + COARSE, FINE), sharpness);
  const isClear = sharpness(fine) > sharpness(0) * CLEARER;
  return isClear && Math.abs(fine) >= LEAST ? fine : 0;
}

interface Points {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

function darkPoints(pixels: Uint8Array, width: number): Points {
  const count = pixels.length;
  let [sum, squares] = [0, 0];
  for (const value of pixels) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / count;
  const limit = mean - Math.sqrt(Math.max(0, squares / count - mean * mean));
  const dark: number[] = [];
  for (let at = 0; at < count; at += 1) if ((pixels[at] ?? 0) < limit) dark.push(at);
  const step = Math.max(1, Math.ceil(dark.length / MAX_POINTS));
  const kept = dark.filter((_, at) => at % step === 0);
  return {
    x: Float32Array.from(kept, (at) => at % width),
    y: Float32Array.from(kept, (at) => Math.floor(at / width)),
  };
}

function profileSharpness({ x, y }: Points, degrees: number, rows: number, width: number): number {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const profile = new Uint32Array(rows + width);
  for (let at = 0; at < x.length; at += 1) {
    const row = Math.round((y[at] ?? 0) * cos + (x[at] ?? 0) * sin) + width;
    profile[row] = (profile[row] ?? 0) + 1;
  }
  let sharpness = 0;
  for (let row = 1; row < profile.length; row += 1)
    sharpness += ((profile[row] ?? 0) - (profile[row - 1] ?? 0)) ** 2;
  return sharpness;
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
}

function bestOf(candidates: readonly number[], score: (candidate: number) => number): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (const candidate of candidates) {
    const value = score(candidate);
    if (value > most) [best, most] = [candidate, value];
  }
  return best;
}
