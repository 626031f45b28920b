export const VOICE_LINE_WIDTH = 240
export const VOICE_LINE_HEIGHT = 32
const POINTS = 60
/** Speech seldom reaches full scale; this much more makes it fill the line's height. */
const GAIN = 2.2

/** The wave as a line that is fastened at both ends. */
export function voiceLinePath(wave: Float32Array): string {
  const middle = VOICE_LINE_HEIGHT / 2
  const stride = wave.length / POINTS
  let path = `M0 ${middle}`
  for (let point = 1; point < POINTS; point += 1) {
    const hold = Math.sin((Math.PI * point) / POINTS)
    const sample = Math.max(-1, Math.min(1, (wave[Math.floor(point * stride)] ?? 0) * GAIN))
    const x = (VOICE_LINE_WIDTH * point) / POINTS
    path += `L${x.toFixed(1)} ${(middle - sample * hold * (middle - 1)).toFixed(1)}`
  }
  return `${path}L${VOICE_LINE_WIDTH} ${middle}`
}

/** Silence. */
export const FLAT_VOICE_LINE = `M0 ${VOICE_LINE_HEIGHT / 2}L${VOICE_LINE_WIDTH} ${VOICE_LINE_HEIGHT / 2}`
