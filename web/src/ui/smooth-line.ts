interface LineFrame {
  width: number
  height: number
  /** The number of equally long segments of the line. */
  points: number
}

/**
 * Path data of a smooth line whose ends are fixed at half the height.
 * @param heightAt y coordinate of the points in between, numbered from 1; 0 is the top of the frame
 */
export function smoothLine({ width, height, points }: LineFrame, heightAt: (point: number) => number): string {
  const middle = height / 2
  let path = `M0 ${middle}`
  let before = { x: 0, y: middle }
  for (let point = 1; point <= points; point += 1) {
    const here = { x: (width * point) / points, y: point === points ? middle : heightAt(point) }
    // Quadratic curves through the midpoints, with the points as control points, form a line without corners.
    path += `Q${before.x.toFixed(1)} ${before.y.toFixed(1)} ${((before.x + here.x) / 2).toFixed(1)} ${((before.y + here.y) / 2).toFixed(1)}`
    before = here
  }
  return `${path}L${width} ${middle}`
}
