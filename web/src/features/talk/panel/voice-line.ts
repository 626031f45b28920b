export const VOICE_LINE_WIDTH = 240
export const VOICE_LINE_HEIGHT = 32
const POINTS = 48
/** Speech seldom reaches full scale; this much more makes it fill the line's height. */
const GAIN = 2.6

/** The wave as a smooth line that is fastened at both ends. */
export function voiceLinePath(wave: Float32Array): string {
  const middle = VOICE_LINE_HEIGHT / 2
  const stride = wave.length / POINTS
  const heightAt = (point: number) => {
    const hold = Math.sin((Math.PI * point) / POINTS)
    const around = wave.subarray(Math.floor(point * stride), Math.ceil((point + 1) * stride))
    const mean = around.reduce((sum, sample) => sum + sample, 0) / Math.max(1, around.length)
    return middle - Math.max(-1, Math.min(1, mean * GAIN)) * hold * (middle - 1)
  }
  const widthAt = (point: number) => (VOICE_LINE_WIDTH * point) / POINTS
  let path = `M0 ${middle}`
  let before = { x: 0, y: middle }
  for (let point = 1; point <= POINTS; point += 1) {
    const here = { x: widthAt(point), y: point === POINTS ? middle : heightAt(point) }
    // Curves through the midpoints, with the samples as their handles, have no corners.
    path += `Q${before.x.toFixed(1)} ${before.y.toFixed(1)} ${((before.x + here.x) / 2).toFixed(1)} ${((before.y + here.y) / 2).toFixed(1)}`
    before = here
  }
  return `${path}L${VOICE_LINE_WIDTH} ${middle}`
}

/** Silence. */
export const FLAT_VOICE_LINE = `M0 ${VOICE_LINE_HEIGHT / 2}L${VOICE_LINE_WIDTH} ${VOICE_LINE_HEIGHT / 2}`
