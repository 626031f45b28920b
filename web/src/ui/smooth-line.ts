export interface LineFrame {
  width: number
  height: number
  /** Stretches of the line, equally long. */
  points: number
}

/**
 * Path data of a smooth line, fastened at mid-height at both ends.
 * @param heightAt of the points between them, from 1 on; 0 is the top of the frame
 */
export function smoothLine({ width, height, points }: LineFrame, heightAt: (point: number) => number): string {
  const middle = height / 2
  let path = `M0 ${middle}`
  let before = { x: 0, y: middle }
  for (let point = 1; point <= points; point += 1) {
    const here = { x: (width * point) / points, y: point === points ? middle : heightAt(point) }
    // Curves through the midpoints, with the points as their handles, have no corners.
    path += `Q${before.x.toFixed(1)} ${before.y.toFixed(1)} ${((before.x + here.x) / 2).toFixed(1)} ${((before.y + here.y) / 2).toFixed(1)}`
    before = here
  }
  return `${path}L${width} ${middle}`
}
