// Runs inside the page, before the page's own scripts: records all sound that leaves the page. Its source text is sent
// to the page, so it must not refer to anything outside of the function.

export type TappedChunk = {
  /** When the first sample is heard, in milliseconds since 1970. */
  atMs: number
  /** 16-bit samples at 16 kHz, little-endian, as base64. */
  pcm: string
}

declare global {
  interface Window {
    takePageAudio?: () => Promise<TappedChunk[]>
  }
}

export function installPageAudioTap(): void {
  // The browser's own functions are kept to be called with their object, which is what `call` and `apply` do below.
  // oxlint-disable typescript/unbound-method
  interface Exit {
    context: AudioContext
    destination: MediaStreamAudioDestinationNode
    recorder: MediaRecorder
    /** The recording from its beginning up to now. */
    pieces: Blob[]
    startedAtMs: number
  }
  const exits = new Map<BaseAudioContext, Exit>()
  const originalConnect: (this: AudioNode, target: AudioNode) => AudioNode = AudioNode.prototype.connect
  const originalDisconnect: (this: AudioNode, ...rest: unknown[]) => void = AudioNode.prototype.disconnect

  /** The sound is recorded by the browser's MediaRecorder, which keeps up even when the page's main thread is busy. */
  const exitOf = (context: AudioContext): Exit => {
    const known = exits.get(context)
    if (known) return known
    const destination = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
    const recorder = new MediaRecorder(destination.stream, {
      mimeType: 'audio/webm;codecs=opus',
      audioBitsPerSecond: 128_000,
    })
    const exit: Exit = {
      context,
      destination,
      recorder,
      pieces: [],
      startedAtMs: performance.timeOrigin + performance.now(),
    }
    recorder.addEventListener('start', () => (exit.startedAtMs = performance.timeOrigin + performance.now()))
    recorder.addEventListener('dataavailable', (event) => exit.pieces.push(event.data))
    recorder.start()
    exits.set(context, exit)
    return exit
  }

  const recordingOf = async (exit: Exit): Promise<TappedChunk[]> => {
    if (exit.recorder.state === 'recording') {
      const more = new Promise((resolve) => exit.recorder.addEventListener('dataavailable', resolve, { once: true }))
      exit.recorder.requestData()
      await more
    }
    const recording = await new Blob(exit.pieces).arrayBuffer()
    // Decoding fails while nothing, or less than a whole block, has been recorded.
    const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(recording).catch(() => null)
    if (!sound) return []
    const samples = sound.getChannelData(0)
    const bytes = new Uint8Array(samples.length * 2)
    const view = new DataView(bytes.buffer)
    samples.forEach((sample, index) => {
      view.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32767), true)
    })
    let pcm = ''
    for (let at = 0; at < bytes.length; at += 8_192) pcm += String.fromCharCode(...bytes.subarray(at, at + 8_192))
    const latencyMs = (exit.context.outputLatency || 0) * 1_000
    return [{ atMs: exit.startedAtMs + latencyMs, pcm: btoa(pcm) }]
  }

  AudioNode.prototype.connect = function connect(this: AudioNode, ...rest: unknown[]) {
    const [target] = rest
    if (target instanceof AudioDestinationNode && this.context instanceof AudioContext) {
      originalConnect.call(this, exitOf(this.context).destination)
    }
    return Reflect.apply(originalConnect, this, rest)
  } as typeof AudioNode.prototype.connect

  AudioNode.prototype.disconnect = function disconnect(this: AudioNode, ...rest: unknown[]) {
    const exit = exits.get(this.context)
    if (exit && rest[0] instanceof AudioDestinationNode) originalDisconnect.call(this, exit.destination)
    Reflect.apply(originalDisconnect, this, rest)
  }

  // Sound may also leave the page through an <audio> or <video> element.
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
          originalConnect.call(context.createMediaStreamSource(stream), exitOf(context).destination)
          return true
        }
        if (!follow()) stream.addEventListener('addtrack', follow, { once: true })
      },
      () => {},
    )
    return playing
  }

  window.takePageAudio = async () => {
    const recordings = await Promise.all([...exits.values()].map(recordingOf))
    return recordings.flat()
  }
}
