import type { LifeMode } from '#portrait/life.ts'
import type { Person } from '#portrait/person.ts'
import type { Pose } from '#portrait/pose.ts'
import { letLive } from '../../../ui/living-face.ts'
import { statusOf, isAssistantSpeaking, type CallState, type CallStatus } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { mouthFrame, smoothLevel } from './mouth-frame.ts'
import { smoothLine } from '../../../ui/smooth-line.ts'

const WAVE_SAMPLES = 512

export interface LiveFaceOptions {
  call: VoiceCall
  /** Null for a photo, which has no drawn person: the mouth's state is told all the same. */
  person: Person | null
  /** Shows a photo that talks in a pose. */
  show?: ((pose: Pose) => void) | undefined
  /** Holds the drawn portrait; carries `data-mouth-state`. */
  face: HTMLElement
  /** The path of the voice line. */
  line: SVGPathElement
  /** Stand still but for the lips, which carry meaning. */
  reducedMotion: () => boolean
}

/** Moves face and voice line with the sound, frame by frame, past React. Returns the way to stop. */
export function animateFace({ call, person, show, face, line, reducedMotion }: LiveFaceOptions): () => void {
  const wave = new Float32Array(WAVE_SAMPLES)
  let level = 0
  return letLive({
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

/** How the face lives, by what goes on in the call. */
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
