import type { VoiceId } from '#contract/voices.ts'

/** For each of our voices, the most similar of the Microsoft voices that D-ID offers. */
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
