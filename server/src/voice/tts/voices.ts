import type { VoiceId } from '#contract/voices.ts'
import type { FliteSettings } from './flite.ts'

/** How one of the ten voices is made from a Flite speaker. Values describe the result, not Flite's settings. */
interface VoiceRecipe {
  /** slt: American woman, rms: American man, awb: Scottish man. */
  speaker: 'slt' | 'rms' | 'awb'
  /** Absent for rms, whose pitch can't be set: it is 101 Hz × `formantFactor`. */
  pitchHz?: number
  /**
   * The variation of the pitch: the standard deviation in hertz that Flite is given. The audible variation is about
   * half of it.
   */
  pitchRangeHz?: number
  /** The duration relative to the speaker's own; 1.1 is a tenth slower. */
  durationFactor: number
  /** Above 1, the voice has a smaller vocal tract (younger, lighter); below 1, a larger one. */
  formantFactor: number
  /** The gain above 3 kHz, where the consonants are. */
  brightnessDb: number
  /** Brings the voice to the same loudness as the others; measured in render-chunk.test.ts. */
  gainDb: number
}

export const VOICE_RECIPES: Readonly<Record<VoiceId, VoiceRecipe>> = {
  willow: { speaker: 'slt', pitchHz: 178, pitchRangeHz: 30, durationFactor: 1.12, formantFactor: 1, brightnessDb: 2, gainDb: -2.0 },
  hazel: { speaker: 'slt', pitchHz: 146, pitchRangeHz: 24, durationFactor: 1.22, formantFactor: 0.89, brightnessDb: 3, gainDb: 0 },
  ivy: { speaker: 'slt', pitchHz: 224, pitchRangeHz: 44, durationFactor: 1.05, formantFactor: 1.09, brightnessDb: 2, gainDb: -3.3 },
  juniper: { speaker: 'slt', pitchHz: 162, pitchRangeHz: 22, durationFactor: 1.16, formantFactor: 1.06, brightnessDb: 4, gainDb: 0.3 },
  rowan: { speaker: 'rms', durationFactor: 1.06, formantFactor: 1, brightnessDb: 3, gainDb: 3.5 },
  oak: { speaker: 'rms', durationFactor: 1.16, formantFactor: 0.85, brightnessDb: 5, gainDb: 3.5 },
  aspen: { speaker: 'rms', durationFactor: 0.95, formantFactor: 1.17, brightnessDb: 1, gainDb: 3.7 },
  alder: { speaker: 'awb', pitchHz: 132, pitchRangeHz: 30, durationFactor: 1.08, formantFactor: 1, brightnessDb: 3, gainDb: 2.6 },
  birch: { speaker: 'awb', pitchHz: 100, pitchRangeHz: 22, durationFactor: 1.2, formantFactor: 0.91, brightnessDb: 4, gainDb: 2.2 },
  linden: { speaker: 'awb', pitchHz: 170, pitchRangeHz: 34, durationFactor: 1.03, formantFactor: 1.1, brightnessDb: 2, gainDb: 2.3 },
} // oxfmt-ignore

/**
 * Flite's settings for a recipe. They compensate for the later shift of the formants by resampling, which changes pitch
 * and pace too.
 */
export function fliteSettingsOf(recipe: VoiceRecipe): FliteSettings {
  return {
    voice: recipe.speaker,
    ...(recipe.pitchHz !== undefined && { pitchHz: recipe.pitchHz / recipe.formantFactor }),
    ...(recipe.pitchRangeHz !== undefined && { pitchRangeHz: recipe.pitchRangeHz / recipe.formantFactor }),
    durationFactor: recipe.durationFactor * recipe.formantFactor,
  }
}
