import type { LifeMode } from '#portrait/life.ts'
import type { Person } from '#portrait/person.ts'
import type { Pose } from '#portrait/pose.ts'
import { animateWhileVisible } from '../../../ui/living-face.ts'
import { statusOf, isAssistantSpeaking, type CallState, type CallStatus } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { mouthFrame, smoothLevel } from './mouth-frame.ts'
import { smoothLine } from '../../../ui/smooth-line.ts'

const WAVE_SAMPLES = 512

interface LiveFaceOptions {
  call: VoiceCall
  /** Null for a photo, which has no drawn person; the mouth's state is still set as an attribute. */
  person: Person | null
  /** Draws a talking photo in a pose. */
  show?: ((pose: Pose) => void) | undefined
  /** The element around the drawn portrait; carries `data-mouth-state`. */
  face: HTMLElement
  /** The path that displays the waveform of the voice. */
  line: SVGPathElement
  /** When true, only the lips move, since they carry meaning. */
  reducedMotion: () => boolean
}

/**
 * Animates face and waveform with the sound on every frame, without React. Returns a function that stops the animation.
 */
export function animateFace({ call, person, show, face, line, reducedMotion }: LiveFaceOptions): () => void {
  const wave = new Float32Array(WAVE_SAMPLES)
  let level = 0
  return animateWhileVisible({
    host: face,
    measures: person,
    show,
    isStill: reducedMotion,
    momentOf: ({ elapsedMs, still }) => {
      const source = call.mouth()
      level = source.kind === 'level' ? smoothLevel(level, source.level, elapsedMs) : 0
      const mouth = mouthFrame(source.kind === 'level' ? { kind: 'level', level } : source)
      if (face.dataset['mouthState'] !== mouth.state) face.dataset['mouthState'] = mouth.state
      if (!still) {
        call.wave(wave)
        line.setAttribute('d', voiceLinePath(wave))
      }
      return { mode: lifeModeOf(call.state()), mouth: mouth.pose }
    },
  })
}

/** The idle movements of the face that fit the state of the call. */
function lifeModeOf(state: CallState): LifeMode {
  return isAssistantSpeaking(state) ? 'speaking' : LIFE_MODE[statusOf(state)]
}

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
