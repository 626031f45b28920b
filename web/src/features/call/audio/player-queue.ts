/** Events that `render` reports; the worklet passes them on to the page. */
export type PlayerEvent =
  | { type: 'started'; itemId: string }
  | { type: 'drained'; itemId: string }
  /** The next audio did not arrive in time. Silence is played until the cushion is full again. */
  | { type: 'ran-dry'; itemId: string }

/** How much of an item has been sent to the loudspeaker. */
interface PlayerPosition {
  itemId: string
  playedSamples: number
}

interface PlayerQueueOptions {
  sampleRateHz: number
  /** Audio that is buffered before playback starts, to hide the jitter of the network. */
  cushionMs?: number
  /** A pause or resume in the middle of a wave is faded over this time; otherwise it would click. */
  fadeMs?: number
}

type QueuedItem = ReturnType<typeof newItem>

function newItem(id: string) {
  return {
    id,
    chunks: [] as Float32Array[],
    /** How much of the first chunk has been played. */
    headOffset: 0,
    bufferedSamples: 0,
    playedSamples: 0,
    ended: false,
    started: false,
  }
}

const CUSHION_MS = 80
/** The cushion grows up to this length when the queue runs dry. */
const MAX_CUSHION_MS = 320
const FADE_MS = 8

/**
 * The player's queue. Pure, so that it can be tested without a browser; a worklet pulls blocks from it. Items are
 * played one after another. Pausing and dropping take effect at once, with a short fade; resuming continues at the
 * exact sample at which the pause began.
 */
export class PlayerQueue {
  private readonly items: QueuedItem[] = []
  private readonly fadeSamples: number
  private readonly maxCushionSamples: number
  private cushionSamples: number
  private gathering = true
  private paused = false
  /** The rest of a fade-out, which is played even while the queue is paused or dropped. */
  private tail: Float32Array | null = null
  private tailOffset = 0
  /** Where the tail begins in the next block. */
  private tailStart = 0
  private fadedIn: number
  private lastSample = 0

  constructor(options: PlayerQueueOptions) {
    const samplesOf = (ms: number) => Math.round((ms / 1000) * options.sampleRateHz)
    this.fadeSamples = samplesOf(options.fadeMs ?? FADE_MS)
    this.cushionSamples = samplesOf(options.cushionMs ?? CUSHION_MS)
    this.maxCushionSamples = samplesOf(MAX_CUSHION_MS)
    this.fadedIn = this.fadeSamples
  }

  enqueue(itemId: string, samples: Float32Array): void {
    const item = this.itemOf(itemId)
    item.chunks.push(samples)
    item.bufferedSamples += samples.length
  }

  /** Marks an item as complete: no more audio of it will come. */
  end(itemId: string): void {
    this.itemOf(itemId).ended = true
  }

  /** Silences the output at once but keeps the queue. Null when nothing was playing. */
  pause(): PlayerPosition | null {
    const position = this.position()
    this.fadeOut()
    this.paused = true
    return position
  }

  resume(): void {
    if (!this.paused) return
    this.paused = false
    this.fadedIn = 0
  }

  /** Clears the queue; audio that arrives afterwards is played. */
  drop(): void {
    this.fadeOut()
    this.items.length = 0
    this.paused = false
    this.gathering = true
    this.fadedIn = this.fadeSamples
  }

  /** The position in the item that is playing; null between items. */
  position(): PlayerPosition | null {
    const item = this.items[0]
    return item?.started === true ? { itemId: item.id, playedSamples: item.playedSamples } : null
  }

  isRunning(): boolean {
    return !this.paused && !this.gathering && this.items[0]?.started === true
  }

  /** Fills the block and returns the events that happen in it. */
  render(block: Float32Array): PlayerEvent[] {
    block.fill(0)
    const events: PlayerEvent[] = []
    let at = 0
    while (at < block.length) {
      const item = this.items[0]
      if (item === undefined || this.paused) break
      if (item.bufferedSamples === 0) {
        if (item.ended) {
          this.items.shift()
          this.gathering = this.items.length === 0
          this.letRing(at)
          events.push({ type: 'drained', itemId: item.id })
          continue
        }
        if (!this.gathering) {
          this.runDry(at)
          if (item.started) events.push({ type: 'ran-dry', itemId: item.id })
        }
        break
      }
      if (this.gathering) {
        if (!item.ended && item.bufferedSamples < this.cushionSamples) break
        this.gathering = false
        if (item.started) this.fadedIn = 0
      }
      if (!item.started) {
        item.started = true
        events.push({ type: 'started', itemId: item.id })
      }
      at += this.take(item, block.subarray(at))
    }
    this.playTail(block)
    return events
  }

  private itemOf(id: string): QueuedItem {
    const known = this.items.find((item) => item.id === id)
    if (known !== undefined) return known
    const item = newItem(id)
    this.items.push(item)
    return item
  }

  private runDry(at: number): void {
    this.gathering = true
    this.cushionSamples = Math.min(this.maxCushionSamples, this.cushionSamples * 2)
    this.letRing(at)
  }

  private take(item: QueuedItem, into: Float32Array): number {
    const head = item.chunks[0]
    if (head === undefined) return into.length
    const taken = head.subarray(item.headOffset, item.headOffset + into.length)
    into.set(taken)
    for (let index = 0; index < taken.length && this.fadedIn < this.fadeSamples; index += 1) {
      into[index] = (taken[index] ?? 0) * (this.fadedIn / this.fadeSamples)
      this.fadedIn += 1
    }
    this.lastSample = into[taken.length - 1] ?? 0
    item.headOffset += taken.length
    item.bufferedSamples -= taken.length
    item.playedSamples += taken.length
    if (item.headOffset >= head.length) {
      item.chunks.shift()
      item.headOffset = 0
    }
    return taken.length
  }

  /** Fades out over the next few milliseconds without removing them from the queue, so that a resume repeats them. */
  private fadeOut(): void {
    if (!this.isRunning()) return
    const item = this.items[0]
    const tail = new Float32Array(this.fadeSamples)
    let at = 0
    let offset = item?.headOffset ?? 0
    for (const chunk of item?.chunks ?? []) {
      const part = chunk.subarray(offset, offset + tail.length - at)
      tail.set(part, at)
      at += part.length
      offset = 0
      if (at >= tail.length) break
    }
    for (let index = 0; index < tail.length; index += 1) tail[index] = (tail[index] ?? 0) * (1 - index / tail.length)
    this.tail = tail
    this.tailStart = 0
    this.tailOffset = 0
  }

  /** When there is no next sample, fades out from the last one, beginning at this place in the block. */
  private letRing(at: number): void {
    const from = this.lastSample
    this.lastSample = 0
    if (from === 0) return
    this.tail = Float32Array.from(
      { length: this.fadeSamples },
      (_, index) => from * (1 - index / this.fadeSamples) ** 2,
    )
    this.tailStart = at
    this.tailOffset = 0
  }

  private playTail(block: Float32Array): void {
    if (this.tail === null) return
    const start = this.tailStart
    const part = this.tail.subarray(this.tailOffset, this.tailOffset + block.length - start)
    for (const [index, sample] of part.entries()) block[start + index] = (block[start + index] ?? 0) + sample
    this.tailStart = 0
    this.tailOffset += part.length
    if (this.tailOffset >= this.tail.length) this.tail = null
  }
}
