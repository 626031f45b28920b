import type { Speaker, SpeakerEvents } from './speaker.ts'
import { PLAYER_WORKLET, type PlayerCommand, type PlayerReport } from './worklet-messages.ts'

/** A little more than one block of the level meter. */
const ANALYSER_SAMPLES = 1024

type Position = Extract<PlayerReport, { type: 'position' }>

/**
 * Controls the player worklet from the page. The worklet's module must have been added to the context. The sound passes
 * through an analyser, which the face and the waveform display read.
 */
export function createWorkletSpeaker(context: AudioContext, events: SpeakerEvents): Speaker {
  const node = new AudioWorkletNode(context, PLAYER_WORKLET, { numberOfInputs: 0, outputChannelCount: [1] })
  const analyser = new AnalyserNode(context, { fftSize: ANALYSER_SAMPLES, smoothingTimeConstant: 0 })
  node.connect(analyser).connect(context.destination)
  const samples = new Float32Array(ANALYSER_SAMPLES)
  let position: Position | null = null

  const command = (message: PlayerCommand) => node.port.postMessage(message)
  const latencyMs = () => (context.outputLatency || context.baseLatency || 0) * 1000

  node.port.addEventListener('message', ({ data }: MessageEvent<PlayerReport>) => {
    switch (data.type) {
      case 'started':
        setTimeout(() => events.started(data.itemId), latencyMs())
        return
      case 'drained':
        if (position?.itemId === data.itemId) position = null
        return events.drained(data.itemId)
      case 'paused':
        position = { ...data, type: 'position', atSeconds: context.currentTime, running: false }
        return events.paused(data.itemId, data.playedMs)
      case 'position':
        position = data
        return events.moved(data.itemId)
      case 'ran-dry':
        if (position !== null) position = { ...position, running: false }
    }
  })
  node.port.start()

  /** Between two reports, the position is extrapolated by the context's clock. */
  function positionAt(seconds: number): number {
    if (position === null) return 0
    const sinceMs = position.running ? (seconds - position.atSeconds) * 1000 : 0
    return Math.max(0, position.playedMs + sinceMs)
  }

  return {
    // A copy is transferred to the audio thread; the caller keeps its samples.
    enqueue: (itemId, chunk) => command({ type: 'enqueue', itemId, samples: chunk.slice() }),
    end: (itemId) => command({ type: 'end', itemId }),
    pause: () => command({ type: 'pause' }),
    resume: () => command({ type: 'resume' }),
    drop() {
      position = null
      command({ type: 'drop' })
    },
    playedMs: (itemId) => (position?.itemId === itemId ? positionAt(context.currentTime) : 0),
    heard() {
      if (position === null || !position.running) return null
      return { itemId: position.itemId, positionMs: positionAt(context.currentTime - latencyMs() / 1000) }
    },
    level() {
      analyser.getFloatTimeDomainData(samples)
      let power = 0
      for (const sample of samples) power += sample * sample
      return Math.sqrt(power / samples.length)
    },
    wave: (into) => analyser.getFloatTimeDomainData(into),
  }
}
