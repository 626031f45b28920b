export type WaveTap = ReturnType<typeof openWaveTap>

/**
 * Reads the waveform of the sound that Vapi's own player plays, for display. Must be called inside a click. If the
 * browser allows no audio context, the waveform stays flat and the call goes on.
 */
export function openWaveTap() {
  const context = contextOrNull()
  const analyser = context?.createAnalyser() ?? null
  let source: MediaStreamAudioSourceNode | null = null
  return {
    listenTo(stream: MediaStream): void {
      if (context === null || analyser === null) return
      source?.disconnect()
      // Not connected to the loudspeaker, since Vapi's own player already plays the sound.
      source = context.createMediaStreamSource(stream)
      source.connect(analyser)
    },
    wave(into: Float32Array<ArrayBuffer>): void {
      if (analyser === null || source === null) into.fill(0)
      else analyser.getFloatTimeDomainData(into)
    },
    close(): void {
      source?.disconnect()
      source = null
      void context?.close().catch(() => undefined)
    },
  }
}

function contextOrNull(): AudioContext | null {
  try {
    return new AudioContext()
  } catch {
    return null
  }
}
