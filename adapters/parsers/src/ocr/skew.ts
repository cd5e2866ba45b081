import { fromGrey, type GreyImage, toGrey } from "./grey-image.ts";

const ANALYSIS_SIZE_PX = 800;
const MAX_POINTS = 40_000;
const MAX_SKEW_DEGREES = 15;
const COARSE_STEP_DEGREES = 0.5;
const FINE_STEP_DEGREES = 0.1;
/** A smaller skew is not worth a rotation, which blurs letters. */
const MIN_SKEW_DEGREES = 0.4;
/** Required sharpness of the deskewed profile, relative to the original. */
const MIN_SHARPNESS_GAIN = 1.15;

/**
 * Returns the angle in degrees by which the text lines of an image rise to the right, or 0 if they are straight or there
 * are none. At this angle the dark pixels fall into the sharpest rows (Postl 1986, projection profiles).
 */
export async function skewOf(image: GreyImage): Promise<number> {
  const { pixels, width, height } = await toGrey(
    fromGrey(image).resize({
      width: ANALYSIS_SIZE_PX,
      height: ANALYSIS_SIZE_PX,
      fit: "inside",
      withoutEnlargement: true,
    }),
  );
  const points = darkPoints(pixels, width);
  const sharpness = (degrees: number) => profileSharpness(points, degrees, width + height, width);
  const coarse = bestOf(range(-MAX_SKEW_DEGREES, MAX_SKEW_DEGREES, COARSE_STEP_DEGREES), sharpness);
  const fine = bestOf(
    range(coarse - COARSE_STEP_DEGREES, coarse + COARSE_STEP_DEGREES, FINE_STEP_DEGREES),
    sharpness,
  );
  const isSharper = sharpness(fine) > sharpness(0) * MIN_SHARPNESS_GAIN;
  return isSharper && Math.abs(fine) >= MIN_SKEW_DEGREES ? fine : 0;
}

interface Points {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Returns at most {@link MAX_POINTS} pixels that are darker than the mean by one standard deviation. */
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

/** Projects the points along an angle and sums the squared differences of neighbouring rows. */
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
