import { smoothLine } from '../../../ui/smooth-line.ts'

export const VOICE_LINE_WIDTH = 240
export const VOICE_LINE_HEIGHT = 32
const POINTS = 48
/** Speech seldom reaches full scale; this much more makes it fill the line's height. */
const GAIN = 2.6

/** The wave as a smooth line that is fastened at both ends. */
export function voiceLinePath(wave: Float32Array): string {
  const middle = VOICE_LINE_HEIGHT / 2
  const stride = wave.length / POINTS
  const frame = { width: VOICE_LINE_WIDTH, height: VOICE_LINE_HEIGHT, points: POINTS }
  return smoothLine(frame, (point) => {
    const hold = Math.sin((Math.PI * point) / POINTS)
    const around = wave.subarray(Math.floor(point * stride), Math.ceil((point + 1) * stride))
    const mean = around.reduce((sum, sample) => sum + sample, 0) / Math.max(1, around.length)
    return middle - Math.max(-1, Math.min(1, mean * GAIN)) * hold * (middle - 1)
  })
}

/** Silence. */
export const FLAT_VOICE_LINE = `M0 ${VOICE_LINE_HEIGHT / 2}L${VOICE_LINE_WIDTH} ${VOICE_LINE_HEIGHT / 2}`
