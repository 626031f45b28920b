/** A sound that is being played. */
export interface Playback {
  /** Where it is, as heard; a face goes by it. */
  positionMs(): number
  stop(): void
}

/** Made in the press of a button: some browsers let sound begin nowhere else. */
export function openSound(): AudioContext {
  const context = new AudioContext()
  void context.resume()
  return context
}

/** Plays a WAV file that came as base64. `onEnd` follows its end, whether it ran out or was stopped. */
export async function play(context: AudioContext, wav: string, onEnd: () => void): Promise<Playback> {
  const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0))
  const buffer = await context.decodeAudioData(bytes.buffer)
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(context.destination)
  source.addEventListener('ended', onEnd)
  const startsAtSeconds = context.currentTime
  source.start(startsAtSeconds)
  return {
    // Safari does not say how late its sound is.
    positionMs: () => Math.max(0, context.currentTime - startsAtSeconds - (context.outputLatency || 0)) * 1000,
    stop: () => source.stop(),
  }
}
