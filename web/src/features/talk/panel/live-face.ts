import { applyPose } from '#portrait/animate.ts'
import { lifePose, type LifeMode } from '#portrait/life.ts'
import type { Person } from '#portrait/person.ts'
import { approachPose, REST_POSE, type Pose } from '#portrait/pose.ts'
import type { CallView, VoiceCall } from '../call/voice-call.ts'
import { mouthFrame, smoothLevel } from './mouth-frame.ts'
import { voiceLinePath } from './voice-line.ts'

const WAVE_SAMPLES = 512

export interface LiveFaceOptions {
  call: VoiceCall
  /** Null for somebody who is a picture only: the mouth's state is told all the same. */
  person: Person | null
  /** Holds the drawn portrait; carries `data-mouth-state`. */
  face: HTMLElement
  /** The path of the voice line. */
  line: SVGPathElement
  /** Stand still but for the lips, which carry meaning. */
  reducedMotion: () => boolean
}

/** Moves face and voice line with what is heard, frame by frame, past React. Returns the way to stop. */
export function animateFace({ call, person, face, line, reducedMotion }: LiveFaceOptions): () => void {
  const wave = new Float32Array(WAVE_SAMPLES)
  const seed = [...(person?.id ?? '')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  let pose: Pose = REST_POSE
  let level = 0
  let lastMs = performance.now()
  let request = 0

  function frame(nowMs: number): void {
    const elapsedMs = Math.min(100, Math.max(0, nowMs - lastMs))
    lastMs = nowMs
    const still = reducedMotion()

    const source = call.mouth()
    level = source.kind === 'level' ? smoothLevel(level, source.level, elapsedMs) : 0
    const mouth = mouthFrame(source.kind === 'level' ? { kind: 'level', level } : source)
    if (face.dataset['mouthState'] !== mouth.state) face.dataset['mouthState'] = mouth.state

    if (person !== null) {
      const target = { ...lifePose(seed, nowMs, lifeModeOf(call.view()), still), mouth: mouth.pose }
      pose = still ? target : approachPose(pose, target, elapsedMs)
      applyPose(face, person, pose)
    }
    if (!still) {
      call.wave(wave)
      line.setAttribute('d', voiceLinePath(wave))
    }
    request = requestAnimationFrame(frame)
  }

  request = requestAnimationFrame(frame)
  return () => cancelAnimationFrame(request)
}

/** How the face lives, by what goes on in the call. */
function lifeModeOf({ phase, status, assistantSpeaking }: CallView): LifeMode {
  if (phase !== 'live') return 'idle'
  if (assistantSpeaking) return 'speaking'
  return status === 'processing' ? 'thinking' : 'listening'
}
