import type { LifeMode } from '#portrait/life.ts'
import type { FaceFrame, FaceMoment } from '../../../ui/living-face.ts'
import { statusOf, isAssistantSpeaking, type CallStatus } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { mouthFrame, smoothLevel } from './mouth-frame.ts'
import { smoothLine } from '../../../ui/smooth-line.ts'

const WAVE_SAMPLES = 512

/**
 * Returns a function to be called on every frame, so that face and waveform follow the sound of a call without React. It
 * marks the element around the face with `data-mouth-state`, and draws the waveform into the path.
 */
export function createLiveFace() {
  const wave = new Float32Array(WAVE_SAMPLES)
  let level = 0
  return (call: VoiceCall, frame: FaceFrame, face: HTMLElement, line: SVGPathElement | null): FaceMoment => {
    const source = call.mouth()
    level = source.kind === 'level' ? smoothLevel(level, source.level, frame.elapsedMs) : 0
    const mouth = mouthFrame(source.kind === 'level' ? { kind: 'level', level } : source)
    if (face.dataset['mouthState'] !== mouth.state) face.dataset['mouthState'] = mouth.state
    if (!frame.still) {
      call.wave(wave)
      line?.setAttribute('d', voiceLinePath(wave))
    }
    const state = call.state()
    return { mode: isAssistantSpeaking(state) ? 'speaking' : LIFE_MODE[statusOf(state)], mouth: mouth.pose }
  }
}

/** The idle movements of the face that fit the status of the call. */
const LIFE_MODE: Record<CallStatus, LifeMode> = {
  connected: 'listening',
  'user-speaking': 'listening',
  processing: 'thinking',
  listening: 'listening',
  error: 'idle',
  disconnected: 'idle',
}

export const VOICE_LINE_WIDTH = 240
export const VOICE_LINE_HEIGHT = 32
const POINTS = 48
/** The waveform is amplified by this factor, since speech seldom reaches full scale. */
const GAIN = 2.6

/** The waveform as a smooth curve whose ends stay at mid-height. */
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

/** The waveform in silence. */
export const FLAT_VOICE_LINE = `M0 ${VOICE_LINE_HEIGHT / 2}L${VOICE_LINE_WIDTH} ${VOICE_LINE_HEIGHT / 2}`
