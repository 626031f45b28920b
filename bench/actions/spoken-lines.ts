import type { FliteSettings } from '../../server/src/voice/tts/flite.ts'
import type { ScriptedPerson } from './scripted-people.ts'

/** The voices that were used to improve the recognition. */
const TUNED: readonly FliteSettings[] = [{ voice: 'slt' }, { voice: 'rms' }, { voice: 'slt', durationFactor: 1.1, pitchHz: 190 }] // oxfmt-ignore
/** Held-out voices, not used before the end. */
const UNSEEN: readonly FliteSettings[] = [{ voice: 'awb' }, { voice: 'rms', durationFactor: 1.15 }, { voice: 'awb', durationFactor: 0.95, pitchHz: 140 }] // oxfmt-ignore

export function voiceOf({ voice }: Pick<ScriptedPerson, 'voice'>): FliteSettings {
  const voices = voice.isUnseen ? UNSEEN : TUNED
  return voices[voice.at % voices.length] ?? { voice: 'slt' }
}

const HOURS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

const spaced = (digits: string): string => digits.split('').join(' ')

/** A line as it is spoken: digits one by one, times of day in words. Values that only a form can take are left out. */
export function asSpoken(text: string): string {
  return text
    .replace(/\. My name is .*$/, '')
    .replace(/\bappt\b/gi, 'appointment')
    .replace(/\bpls\b/gi, 'please')
    .replace(/\(?\d{3}\)?[- ]?\d{3}[- ]?\d{4}/, (number) => {
      const digits = [...number.replaceAll(/\D/g, '')]
      const groups = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].map((group) => group.join(' '))
      // Every second caller pauses between groups.
      return groups.join(Number(digits.at(-1)) % 2 ? ', ' : ' ')
    })
    .replace(/\b\d{6}\b/, (code) => `${spaced(code.slice(0, 3))}, ${spaced(code.slice(3))}`)
    .replace(
      /\b(\d{1,2}):(\d\d)(?! ?[ap]\.?m)/gi,
      (_, hour: string, minutes: string) =>
        `${((Number(hour) + 11) % 12) + 1}:${minutes} ${Number(hour) < 12 ? 'am' : 'pm'}`,
    ) // oxfmt-ignore
    .replace(
      /\b(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\b\.?/gi,
      (_, hour: string, minutes = '00', half: string) =>
        `${HOURS[Number(hour)]} ${minutes === '00' ? '' : 'thirty'} ${half} m`,
    )
    .replace(/ +/g, ' ')
}
