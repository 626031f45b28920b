import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { createFramePainter } from './frame-painter.ts'
import type { RenderedVideo, RenderVideoTask } from './media-tasks.ts'
import { planVideo, soundOf } from './video-timeline.ts'

/** A face that says something, as a video with sound. */
export async function renderVideo({ face, speech, format }: RenderVideoTask): Promise<RenderedVideo> {
  const cpuBefore = process.cpuUsage()
  // Imported when needed: pictures must work where the optional package is missing.
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
