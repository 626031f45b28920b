import { CAPTURE_WORKLET } from './worklet-messages.ts'

export interface MicrophoneHandlers {
  /** 40 ms of sound at 24 kHz. */
  onFrame: (frame: Int16Array) => void
  /** The microphone was unplugged, or its permission was revoked. */
  onEnded: () => void
  /** The device or the system has silenced the microphone (a phone call, a hardware switch) or unsilenced it. */
  onSilenced: (silenced: boolean) => void
  /** The browser's audio processing failed: the specification's audio-processor error, which is not fatal. */
  onProcessorError: () => void
}

/** An open microphone. */
export type Microphone = ReturnType<typeof captureStream>

export interface MicrophoneOptions {
  /** False after the audio processor has failed once. */
  noiseSuppression: boolean
}

/** @throws what `getUserMedia` throws; see `microphoneProblemOf` */
export async function openStream({ noiseSuppression }: MicrophoneOptions): Promise<MediaStream> {
  // `mediaDevices` is absent on insecure pages.
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
  if (devices === undefined) throw new DOMException('No microphone without https', 'SecurityError')
  try {
    return await devices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression, autoGainControl: true, channelCount: 1 },
    })
  } catch (error) {
    const isTooStrict = error instanceof DOMException && error.name === 'OverconstrainedError'
    if (!isTooStrict) throw error
    return devices.getUserMedia({ audio: true })
  }
}

/** Connects the stream to the capture worklet, whose module must have been added to the context. */
export function captureStream(context: AudioContext, stream: MediaStream, handlers: MicrophoneHandlers) {
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream })
  const node = new AudioWorkletNode(context, CAPTURE_WORKLET, {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  })
  source.connect(node)
  const listening = new AbortController()
  const { signal } = listening

  node.port.addEventListener('message', ({ data }: MessageEvent<Int16Array>) => handlers.onFrame(data), { signal })
  node.port.start()
  node.addEventListener('processorerror', () => handlers.onProcessorError(), { signal })
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('ended', () => handlers.onEnded(), { signal })
    track.addEventListener('mute', () => handlers.onSilenced(true), { signal })
    track.addEventListener('unmute', () => handlers.onSilenced(false), { signal })
  }

  return {
    /** A muted microphone sends silence; the browser may hide its recording indicator. */
    setEnabled(enabled: boolean): void {
      for (const track of stream.getAudioTracks()) track.enabled = enabled
    },
    close(): void {
      listening.abort()
      source.disconnect()
      node.port.close()
      for (const track of stream.getTracks()) track.stop()
    },
  }
}
