// Runs inside the page, before its own scripts: copies all sound that leaves the page. It must not refer to anything
// outside this function, since its source text is what travels.

export type TappedChunk = {
  /** Which audio graph it left by; one page may have several. */
  graph: number
  sampleRate: number
  /** When its first sample is heard, in milliseconds since 1970. */
  atMs: number
  /** 16-bit samples, little-endian, as base64. */
  pcm: string
}

declare global {
  interface Window {
    takePageAudio?: () => TappedChunk[]
  }
}

export function installPageAudioTap(): void {
  // The browser's own functions are kept to be called with their object, which is what `call` and `apply` do below.
  // oxlint-disable typescript/unbound-method
  const BUFFER_SAMPLES = 2048
  const chunks: TappedChunk[] = []
  const taps = new Map<BaseAudioContext, ScriptProcessorNode>()
  const originalConnect: (this: AudioNode, target: AudioNode) => AudioNode = AudioNode.prototype.connect
  const originalDisconnect: (this: AudioNode, ...rest: unknown[]) => void = AudioNode.prototype.disconnect

  const tapOf = (context: AudioContext): ScriptProcessorNode => {
    const known = taps.get(context)
    if (known) return known
    // Deprecated, but the one processor that needs no module, which the page's policy would have to allow.
    const tap = context.createScriptProcessor(BUFFER_SAMPLES, 1, 1)
    const graph = taps.size
    taps.set(context, tap)
    tap.addEventListener('audioprocess', (event) => {
      const samples = event.inputBuffer.getChannelData(0)
      if (samples.every((sample) => sample === 0)) return
      const bytes = new Uint8Array(samples.length * 2)
      const view = new DataView(bytes.buffer)
      samples.forEach((sample, index) => {
        view.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32767), true)
      })
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
      const heardMs = performanceTime + (event.playbackTime - contextTime) * 1000
      chunks.push({
        graph,
        sampleRate: context.sampleRate,
        atMs: performance.timeOrigin + heardMs,
        pcm: btoa(String.fromCharCode(...bytes)),
      })
    })
    // It gives out silence; without a way to the destination it would not run.
    originalConnect.call(tap, context.destination)
    return tap
  }

  AudioNode.prototype.connect = function connect(this: AudioNode, ...rest: unknown[]) {
    const [target] = rest
    if (target instanceof AudioDestinationNode && this.context instanceof AudioContext) {
      originalConnect.call(this, tapOf(this.context))
    }
    return Reflect.apply(originalConnect, this, rest)
  } as typeof AudioNode.prototype.connect

  AudioNode.prototype.disconnect = function disconnect(this: AudioNode, ...rest: unknown[]) {
    const tap = taps.get(this.context)
    if (tap && rest[0] instanceof AudioDestinationNode) originalDisconnect.call(this, tap)
    Reflect.apply(originalDisconnect, this, rest)
  }

  // Sound may also leave through an <audio> or <video> element.
  let elementContext: AudioContext | undefined
  const heard = new WeakSet<HTMLMediaElement>()
  const originalPlay: (this: HTMLMediaElement) => Promise<void> = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
    const playing = originalPlay.call(this)
    void playing.then(
      () => {
        if (heard.has(this)) return
        heard.add(this)
        const stream = (this as HTMLMediaElement & { captureStream(): MediaStream }).captureStream()
        elementContext ??= new AudioContext()
        const context = elementContext
        const follow = () => {
          if (stream.getAudioTracks().length === 0) return false
          originalConnect.call(context.createMediaStreamSource(stream), tapOf(context))
          return true
        }
        if (!follow()) stream.addEventListener('addtrack', follow, { once: true })
      },
      () => {},
    )
    return playing
  }

  window.takePageAudio = () => chunks.splice(0)
}
