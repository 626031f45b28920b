import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'

/** Which of Microsoft's voices, that D-ID speaks with, is nearest to each of ours. */
export const DID_VOICES: Readonly<Record<VoiceId, string>> = {
  willow: 'en-US-JennyNeural',
  hazel: 'en-US-NancyNeural',
  ivy: 'en-US-AriaNeural',
  juniper: 'en-US-JaneNeural',
  rowan: 'en-US-GuyNeural',
  oak: 'en-US-DavisNeural',
  aspen: 'en-US-TonyNeural',
  alder: 'en-GB-RyanNeural',
  birch: 'en-GB-ThomasNeural',
  linden: 'en-GB-NoahNeural',
}

/** The way back, for the built-in counterpart. */
export function voiceOfDid(voiceName: string): VoiceId | undefined {
  return VOICE_IDS.find((id) => DID_VOICES[id] === voiceName)
}
