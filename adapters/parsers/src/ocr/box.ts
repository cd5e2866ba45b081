/** A rectangle in an image, in pixels from the upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns where a box of a rotated image is in the image before the rotation: the smallest upright box around it. */
export type BoxOrigin = (box: Box) => Box;

/**
 * Undoes the rotation of an image for boxes in it.
 * @param degrees The angle by which `before` was rotated clockwise around its centre, to fill `after`.
 */
export function boxOrigin(before: Size, after: Size, degrees: number): BoxOrigin {
  const angle = (-degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return ({ left, top, width, height }) => {
    const corners = [left, left + width].flatMap((x) =>
      [top, top + height].map((y) => {
        const [dx, dy] = [x - after.width / 2, y - after.height / 2];
        return { x: dx * cos - dy * sin + before.width / 2, y: dx * sin + dy * cos + before.height / 2 };
      }),
    );
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { left: x, top: y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  };
}
