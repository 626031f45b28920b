/** Made in the press of a button: some browsers let sound begin nowhere else. Closing it ends what it plays. */
export function openSound(): AudioContext {
  const context = new AudioContext()
  void context.resume()
  return context
}

/**
 * Plays a WAV file that came as base64, and calls `onEnd` when it has run out.
 * @returns where the sound is, as heard, in ms; a face goes by it
 */
export async function playSound(context: AudioContext, wav: string, onEnd: () => void): Promise<() => number> {
  const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0))
  const buffer = await context.decodeAudioData(bytes.buffer)
  const source = new AudioBufferSourceNode(context, { buffer })
  source.connect(context.destination)
  source.addEventListener('ended', onEnd)
  const startsAtSeconds = context.currentTime
  source.start(startsAtSeconds)
  // Safari does not say how late its sound is.
  return () => Math.max(0, context.currentTime - startsAtSeconds - (context.outputLatency || 0)) * 1000
}
