import { z } from 'zod'

const helpLineSchema = z.object({
  name: z.string().min(1).max(80),
  /** The number as people dial it, in groups that are easy to read and say: `116 123`. */
  number: z.string().regex(/^\+?[\d*#][\d *#-]{1,24}$/),
  /** Whether the line also accepts text messages at this number. */
  takesTexts: z.boolean().default(false),
})

export const emergencyLinesSchema = z.object({
  /** An ISO 3166-1 alpha-2 code, or `EU`. */
  country: z.string(),
  place: z.string(),
  /** The number for ambulance and fire brigade; also for the police when `police` is null. */
  emergency: z.string(),
  police: z.string().nullable(),
  crisis: helpLineSchema.nullable(),
  abuse: helpLineSchema.nullable(),
  poison: helpLineSchema.nullable(),
  /** How to get help without speaking; null where no such way is published. */
  silentCall: z.string().nullable(),
  /** True when no country was configured. Callers may then be anywhere, so answers add "or your local number". */
  isAssumed: z.boolean(),
})

export type HelpLine = z.infer<typeof helpLineSchema>
export type EmergencyLines = z.infer<typeof emergencyLinesSchema>

type Line = readonly [name: string, number: string, takesTexts?: boolean]
interface Country {
  place: string
  emergency: string
  police?: string
  crisis?: Line
  abuse?: Line
  poison?: Line
  silentCall?: string
}

/**
 * National emergency numbers. The comment above each row names the services whose sites publish them, so that the row
 * can be checked; the rows were not copied from those sites. A country whose helplines were uncertain lists only its
 * emergency number. Numbers change: operators must confirm those of their own country before going live
 * (docs/boundaries/emergencies.md).
 */
const COUNTRIES = {
  // 911.gov; 988lifeline.org; thehotline.org; poison.org
  US: { place: 'United States', emergency: '911', crisis: ['the 988 Lifeline', '988', true], abuse: ['the National Domestic Violence Hotline', '1-800-799-7233'], poison: ['Poison Control', '1-800-222-1222'], silentCall: 'If you cannot speak, text 911 where that is available' },
  // 988.ca; infopoison.ca
  CA: { place: 'Canada', emergency: '911', crisis: ['the Suicide Crisis Helpline', '988', true], poison: ['the poison centre', '1-844-764-7669'] },
  // gov.uk; samaritans.org; nationaldahelpline.org.uk; 111.nhs.uk; the police on silent calls
  GB: { place: 'United Kingdom', emergency: '999', crisis: ['Samaritans', '116 123'], abuse: ['the National Domestic Abuse Helpline', '0808 2000 247'], poison: ['NHS 111', '111'], silentCall: 'If you cannot speak on a mobile phone, press 55 when asked' },
  // 112.ie; samaritans.org; womensaid.ie; poisons.ie
  IE: { place: 'Ireland', emergency: '112', crisis: ['Samaritans', '116 123'], abuse: ["Women's Aid", '1800 341 900'], poison: ['the poisons line', '01 809 2166'] },
  // triplezero.gov.au; lifeline.org.au; 1800respect.org.au; poisonsinfo.nsw.gov.au
  AU: { place: 'Australia', emergency: '000', crisis: ['Lifeline', '13 11 14'], abuse: ['1800RESPECT', '1800 737 732'], poison: ['the Poisons Information Centre', '13 11 26'], silentCall: 'If you cannot speak, stay on the line and press 55 when asked' },
  // police.govt.nz; 1737.org.nz; womensrefuge.org.nz; poisons.co.nz
  NZ: { place: 'New Zealand', emergency: '111', crisis: ['Need to talk', '1737', true], abuse: ["Women's Refuge", '0800 733 843'], poison: ['the National Poisons Centre', '0800 764 766'], silentCall: 'If you cannot speak on a mobile phone, press 55 when asked' },
  // 112.gov.in; telemanas.mohfw.gov.in; the Ministry of Women and Child Development
  IN: { place: 'India', emergency: '112', crisis: ['Tele-MANAS', '14416'], abuse: ["the women's helpline", '181'] },
  // gov.za; sadag.org; gbv.org.za
  ZA: { place: 'South Africa', emergency: '112', crisis: ['the Suicide Crisis Helpline', '0800 567 567'], abuse: ['the GBV Command Centre', '0800 428 428'] },
  // scdf.gov.sg and police.gov.sg; sos.org.sg
  SG: { place: 'Singapore', emergency: '995', police: '999', crisis: ['Samaritans of Singapore', '1767'] },
  // fdma.go.jp and npa.go.jp
  JP: { place: 'Japan', emergency: '119', police: '110' },
  // telefonseelsorge.de; hilfetelefon.de
  DE: { place: 'Germany', emergency: '112', crisis: ['TelefonSeelsorge', '0800 111 0 111'], abuse: ['Hilfetelefon', '116 016'] },
  // telefonseelsorge.at
  AT: { place: 'Austria', emergency: '112', crisis: ['Telefonseelsorge', '142'] },
  // 143.ch; toxinfo.ch
  CH: { place: 'Switzerland', emergency: '112', crisis: ['Die Dargebotene Hand', '143'], poison: ['Tox Info Suisse', '145'] },
  // 3114.fr; arretonslesviolences.gouv.fr
  FR: { place: 'France', emergency: '112', crisis: ['the suicide prevention line', '3114'], abuse: ['Violences Femmes Info', '3919'] },
  // sanidad.gob.es; igualdad.gob.es
  ES: { place: 'Spain', emergency: '112', crisis: ['Línea 024', '024'], abuse: ['the 016 line', '016'] },
  // 1522.eu
  IT: { place: 'Italy', emergency: '112', abuse: ['the 1522 line', '1522'] },
  // 113.nl
  NL: { place: 'Netherlands', emergency: '112', crisis: ['113 Zelfmoordpreventie', '113'] },
  // zelfmoord1813.be
  BE: { place: 'Belgium', emergency: '112', crisis: ['Zelfmoordlijn', '1813'] },
  // For all of the rows below: digital-strategy.ec.europa.eu on 112; helsenorge.no for Norway's 113; mentalhelse.no
  PT: { place: 'Portugal', emergency: '112' },
  PL: { place: 'Poland', emergency: '112' },
  SE: { place: 'Sweden', emergency: '112' },
  DK: { place: 'Denmark', emergency: '112' },
  NO: { place: 'Norway', emergency: '113', police: '112', crisis: ['Mental Helse', '116 123'] },
  FI: { place: 'Finland', emergency: '112' },
  EU: { place: 'European Union', emergency: '112' },
} as const satisfies Readonly<Record<string, Country>> // oxfmt-ignore

type EmergencyCountry = keyof typeof COUNTRIES
export const EMERGENCY_COUNTRIES = Object.keys(COUNTRIES) as [EmergencyCountry, ...EmergencyCountry[]]
const ASSUMED: EmergencyCountry = 'US'

type OwnLines = Partial<Pick<EmergencyLines, 'emergency' | 'police' | 'crisis' | 'abuse' | 'poison'>>

/** The numbers that answers name: those of the country, where the operator has not configured others. */
export function emergencyLinesOf(country: EmergencyCountry | undefined, own: OwnLines = {}): EmergencyLines {
  const code = country ?? ASSUMED
  const known: Country = COUNTRIES[code]
  return {
    country: code,
    place: known.place,
    emergency: own.emergency ?? known.emergency,
    police: own.police ?? (own.emergency === undefined ? (known.police ?? null) : null),
    crisis: own.crisis ?? lineOf(known.crisis),
    abuse: own.abuse ?? lineOf(known.abuse),
    poison: own.poison ?? lineOf(known.poison),
    silentCall: own.emergency === undefined ? (known.silentCall ?? null) : null,
    isAssumed: country === undefined && own.emergency === undefined,
  }
}

function lineOf(line: Line | undefined): HelpLine | null {
  return line ? { name: line[0], number: line[1], takesTexts: line[2] ?? false } : null
}

/** Parses an operator's variable: `Samaritans: 116 123`, or only a number. */
export function readHelpLine(text: string, name: string): HelpLine | undefined {
  const at = text.lastIndexOf(':')
  const parsed = helpLineSchema.safeParse({
    name: at < 0 ? name : text.slice(0, at).trim(),
    number: text.slice(at + 1).trim(),
  })
  return parsed.success ? parsed.data : undefined
}
