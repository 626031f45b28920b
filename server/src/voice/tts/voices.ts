import type { VoiceId } from '#contract/voices.ts'
import type { FliteSettings } from './flite.ts'

/** How one of the ten voices is made of a Flite speaker. All figures are as heard. */
export interface VoiceRecipe {
  /** slt: American woman, rms: American man, awb: Scottish man. */
  speaker: 'slt' | 'rms' | 'awb'
  pitchHz: number
  /** How lively the melody is: a standard deviation in hertz. */
  pitchRangeHz: number
  /** Of the speaker's own pace; 1.1 is a tenth slower. */
  durationFactor: number
  /** Above 1 a smaller throat (younger, lighter), below 1 a larger one. */
  formantFactor: number
  /** Of the band above 3 kHz, where consonants are. */
  brightnessDb: number
  /** Brings the voice to the loudness that all share; measured, see voices.test.ts. */
  gainDb: number
}

export const VOICE_RECIPES: Readonly<Record<VoiceId, VoiceRecipe>> = {
  willow: { speaker: 'slt', pitchHz: 178, pitchRangeHz: 27, durationFactor: 1, formantFactor: 1, brightnessDb: 2, gainDb: 0 },
  hazel: { speaker: 'slt', pitchHz: 142, pitchRangeHz: 18, durationFactor: 1.1, formantFactor: 0.9, brightnessDb: 3, gainDb: 0 },
  ivy: { speaker: 'slt', pitchHz: 222, pitchRangeHz: 42, durationFactor: 0.92, formantFactor: 1.08, brightnessDb: 2, gainDb: 0 },
  juniper: { speaker: 'slt', pitchHz: 160, pitchRangeHz: 14, durationFactor: 1.06, formantFactor: 1.05, brightnessDb: 4, gainDb: 0 },
  rowan: { speaker: 'rms', pitchHz: 102, pitchRangeHz: 16, durationFactor: 1, formantFactor: 1, brightnessDb: 3, gainDb: 0 },
  oak: { speaker: 'rms', pitchHz: 78, pitchRangeHz: 11, durationFactor: 1.1, formantFactor: 0.91, brightnessDb: 4, gainDb: 0 },
  aspen: { speaker: 'rms', pitchHz: 138, pitchRangeHz: 26, durationFactor: 0.88, formantFactor: 1.1, brightnessDb: 2, gainDb: 0 },
  alder: { speaker: 'awb', pitchHz: 132, pitchRangeHz: 26, durationFactor: 1, formantFactor: 1, brightnessDb: 3, gainDb: 0 },
  birch: { speaker: 'awb', pitchHz: 98, pitchRangeHz: 13, durationFactor: 1.1, formantFactor: 0.92, brightnessDb: 3, gainDb: 0 },
  linden: { speaker: 'awb', pitchHz: 168, pitchRangeHz: 30, durationFactor: 0.9, formantFactor: 1.09, brightnessDb: 2, gainDb: 0 },
} // prettier-ignore

/** What to ask of Flite so that the recipe is heard once the formants are shifted by playing it faster or slower. */
export function fliteSettingsOf(recipe: VoiceRecipe): FliteSettings {
  return {
    voice: recipe.speaker,
    pitchHz: recipe.pitchHz / recipe.formantFactor,
    pitchRangeHz: recipe.pitchRangeHz / recipe.formantFactor,
    durationFactor: recipe.durationFactor * recipe.formantFactor,
  }
}
