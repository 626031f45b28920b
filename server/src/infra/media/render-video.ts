import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { MouthCue, Viseme } from '#contract/visemes.ts'
import { lifePose } from '#portrait/life.ts'
import { mouthPoseAt } from '#portrait/mouth-track.ts'
import { mixPoses, REST_POSE, type Pose } from '#portrait/pose.ts'
import { createFramePainter } from './frame-painter.ts'
import type { RenderedVideo, RenderVideoTask, Speech } from './media-tasks.ts'

const FRAME_MS = 40
/** The face is visible before it speaks and stays a moment afterwards. */
const LEAD_MS = 160
const TAIL_MS = 400
/** The face eases from and to its rest pose, so that the video can be repeated without a jump. */
const EASE_MS = 280

interface VideoPlan {
  frameMs: number
  durationMs: number
  /** Time from the start of the video to the start of the speech. */
  leadMs: number
  poses: readonly Pose[]
}

export function planVideo({ samples, cues }: Speech, seed: number): VideoPlan {
  const speechMs = (samples.length * 1_000) / SAMPLE_RATE_HZ
  const frames = Math.ceil((LEAD_MS + speechMs + TAIL_MS) / FRAME_MS)
  const durationMs = frames * FRAME_MS
  const poses = Array.from({ length: frames }, (_, frame) => {
    const startMs = frame * FRAME_MS
    const middleMs = startMs + FRAME_MS / 2
    const fromEndMs = Math.min(middleMs, durationMs - middleMs)
    const alive = lifePose(seed, middleMs, 'speaking', false)
    const life = mixPoses(REST_POSE, { ...alive, blink: 0 }, Math.min(1, fromEndMs / EASE_MS))
    const mouth = mouthPoseAt(cues, momentToShow(cues, startMs - LEAD_MS))
    return { ...life, blink: fromEndMs < EASE_MS ? 0 : alive.blink, mouth }
  })
  return { frameMs: FRAME_MS, durationMs, leadMs: LEAD_MS, poses }
}

/** Visemes of closed lips can be as short as a frame, and a video that skips them looks dubbed. */
const MUST_BE_SEEN: ReadonlySet<Viseme> = new Set(['PP', 'FF'])

/** The moment of the speech that a frame shows: its middle, or the middle of a lip closure within the frame. */
function momentToShow(cues: readonly MouthCue[], startMs: number): number {
  const endMs = startMs + FRAME_MS
  for (const [index, cue] of cues.entries()) {
    if (cue.atMs >= endMs) break
    if (!MUST_BE_SEEN.has(cue.viseme)) continue
    const middleMs = (cue.atMs + (cues[index + 1]?.atMs ?? cue.atMs)) / 2
    if (middleMs >= startMs && middleMs < endMs) return middleMs
  }
  return startMs + FRAME_MS / 2
}

function soundOf({ samples }: Speech, { leadMs, durationMs }: VideoPlan): Float32Array<ArrayBuffer> {
  const sound = new Float32Array(Math.round((durationMs * SAMPLE_RATE_HZ) / 1_000))
  sound.set(samples, Math.round((leadMs * SAMPLE_RATE_HZ) / 1_000))
  return sound
}

export async function renderVideo({ face, speech, format }: RenderVideoTask): Promise<RenderedVideo> {
  const cpuBefore = process.cpuUsage()
  // Imported on demand, so that pictures work without the optional package.
  const { openVideo } = await import('./encode-video.ts')
  const painter = await createFramePainter(face)
  const plan = planVideo(speech, painter.seed)
  const video = await openVideo({
    format,
    width: painter.width,
    height: painter.height,
    frameMs: plan.frameMs,
    sampleRate: SAMPLE_RATE_HZ,
  })
  await video.addSound(soundOf(speech, plan))
  for (const pose of plan.poses) await video.addFrame(await painter.paint(pose))
  const bytes = await video.finish()
  const { user, system } = process.cpuUsage(cpuBefore)
  return { bytes, durationMs: plan.durationMs, cpuMs: Math.round((user + system) / 1_000) }
}
