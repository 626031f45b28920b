/** The ten voices on offer for an assistant. Ids are stored; labels are shown. */
export const VOICES = [
  { id: 'willow', label: 'Willow', description: 'Clear and friendly', pitch: 'mid' },
  { id: 'hazel', label: 'Hazel', description: 'Low, warm and unhurried', pitch: 'low' },
  { id: 'ivy', label: 'Ivy', description: 'Bright and lively', pitch: 'high' },
  { id: 'juniper', label: 'Juniper', description: 'Calm and precise', pitch: 'mid' },
  { id: 'rowan', label: 'Rowan', description: 'Steady and reassuring', pitch: 'mid' },
  { id: 'oak', label: 'Oak', description: 'Deep and relaxed', pitch: 'low' },
  { id: 'aspen', label: 'Aspen', description: 'Young and quick', pitch: 'high' },
  { id: 'alder', label: 'Alder', description: 'Scottish, cheerful', pitch: 'mid' },
  { id: 'birch', label: 'Birch', description: 'Scottish, low and gentle', pitch: 'low' },
  { id: 'linden', label: 'Linden', description: 'Scottish, light and brisk', pitch: 'high' },
] as const

export type VoiceId = (typeof VOICES)[number]['id']

export const VOICE_IDS = VOICES.map((voice) => voice.id) as [VoiceId, ...VoiceId[]]
