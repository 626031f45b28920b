import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { PlayerQueue } from './player-queue.ts'
import { createResampler, type Resampler } from '#contract/resample.ts'
import { PLAYER_WORKLET, type PlayerCommand, type PlayerReport } from './worklet-messages.ts'

// Globals of an AudioWorkletGlobalScope that TypeScript's DOM library lacks.
declare const sampleRate: number
declare const currentTime: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** About every 20 ms at 24 kHz, which is enough for the mouth and the captions. */
const POSITION_EVERY_BLOCKS = 4
const msOf = (samples: number) => (samples / SAMPLE_RATE_HZ) * 1000

/** Plays the queue at 24 kHz, or at the context's own rate where the browser doesn't allow 24 kHz. */
class PlayerProcessor extends AudioWorkletProcessor {
  private readonly queue = new PlayerQueue({ sampleRateHz: SAMPLE_RATE_HZ })
  private readonly resampler = sampleRate === SAMPLE_RATE_HZ ? null : createResampler(SAMPLE_RATE_HZ, sampleRate)
  private readonly pulled = new Float32Array(64)
  private ready: Float32Array = new Float32Array(0)
  private blocks = 0

  constructor() {
    super()
    this.port.addEventListener('message', (event: MessageEvent<PlayerCommand>) => this.obey(event.data))
    this.port.start()
  }

  process(_inputs: Float32Array[][], [output = []]: Float32Array[][]): boolean {
    const [first, ...others] = output
    if (first === undefined) return true
    if (this.resampler === null) this.queue.render(first).forEach(this.report)
    else this.fill(first, this.resampler)
    for (const channel of others) channel.set(first)
    this.blocks += 1
    if (this.blocks % POSITION_EVERY_BLOCKS === 0) this.reportPosition(first.length)
    return true
  }

  private fill(block: Float32Array, resampler: Resampler): void {
    let at = 0
    while (at < block.length) {
      if (this.ready.length === 0) {
        this.queue.render(this.pulled).forEach(this.report)
        this.ready = resampler.push(this.pulled)
        continue
      }
      const part = this.ready.subarray(0, block.length - at)
      block.set(part, at)
      at += part.length
      this.ready = this.ready.subarray(part.length)
    }
  }

  private obey(command: PlayerCommand): void {
    switch (command.type) {
      case 'enqueue':
        return this.queue.enqueue(command.itemId, command.samples)
      case 'end':
        return this.queue.end(command.itemId)
      case 'pause': {
        const position = this.queue.pause()
        if (position === null) return
        return this.report({ type: 'paused', itemId: position.itemId, playedMs: msOf(position.playedSamples) })
      }
      case 'resume':
        return this.queue.resume()
      case 'drop':
        this.queue.drop()
    }
  }

  private reportPosition(blockSamples: number): void {
    const position = this.queue.position()
    if (position === null) return
    this.report({
      type: 'position',
      itemId: position.itemId,
      playedMs: msOf(position.playedSamples),
      atSeconds: currentTime + blockSamples / sampleRate,
      running: this.queue.isRunning(),
    })
  }

  private readonly report = (report: PlayerReport): void => this.port.postMessage(report)
}

registerProcessor(PLAYER_WORKLET, PlayerProcessor)
