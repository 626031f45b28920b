import type { EmergencyKind } from '../kinds.ts'

export interface Signs {
  kind: EmergencyKind
  /** Patterns, of which short ones share a line; their syntax is described at `patternOfSign`. */
  signs: readonly string[]
  /** If one of these is in the sentence too, the sign is harmless. */
  unless?: readonly string[]
  /** Whether past events count too, because they still call for help. */
  alsoPast?: boolean
}

const PERSON = `mother | father | parents | mom | dad | husband | wife | partner | boyfriend | girlfriend | fiance | fiancee | spouse | ex |
  son | daughter | child | children | kid | kids | baby | toddler | infant | newborn | boy | girl | brother | sister | twin | grandmother |
  grandfather | grandson | granddaughter | grandchild | aunt | uncle | cousin | nephew | niece | friend | roommate | flatmate | housemate | mate |
  neighbor | neighbour | coworker | colleague | boss | student | classmate | guest | customer | patient | client | man | woman | guy | lady |
  person | teen | teenager | stepdad | stepmom | stepfather | stepmother | stepson | driver | passenger | buddy | bro | fella | old | one | guys | people`

/** Parts shared by several signs, which refer to them as `{name}`. */
const PARTS: Readonly<Record<string, string>> = {
  person: `(${PERSON})`,
  kid: '(son | daughter | child | children | kid | kids | baby | toddler | infant | newborn | boy | girl | little one | grandson | granddaughter | nephew | niece | old | brother | sister | student)',
  who: `(i | we | he | she | they | someone | somebody | ${PERSON})`,
  them: `(me | us | him | her | them | someone | somebody | ${PERSON})`,
  other: `(he | she | they | someone | somebody | ${PERSON})`,
  partner:
    '(husband | wife | partner | boyfriend | girlfriend | fiance | fiancee | spouse | ex | father | mother | stepdad | stepmom | stepfather | stepmother | he | she | brother | son | parents | dad | uncle | roommate)',
  be: "(am | is | are | 's | was | were | be | been)",
  have: "(has | have | had | got | 's got | gets | is having | am having | are having | 's having | having)",
  dose: '(pills | pill | medicine | sleeping pills | tylenol | advil | ibuprofen | aspirin | xanax | oxy | oxycodone | opioids | painkillers | antidepressants | insulin | benadryl | fentanyl | heroin | valium | benzos | drugs | vitamins | percocet | adderall | blood thinners | melatonin | morphine | cocaine | edibles | edible)',
  poison: `(bleach | detergent | dish soap | dishwashing liquid | laundry pod | laundry pods | tide pod | pod | pods | antifreeze | drain cleaner | cleaner | cleaning fluid | cleaning product | cleaning spray |
    rat poison | poison | pesticide | weed killer | weedkiller | bug spray | insecticide | gasoline | petrol | paint thinner | turpentine | lamp oil | lighter fluid | chemicals | chemical | battery | button battery | batteries | coin |
    magnet | magnets | perfume | hand sanitizer | sanitizer | mouthwash | nail polish remover | acetone | ammonia | berries | mushroom | mushrooms | soap | disinfectant | lysol | windex | essential oil | nicotine | vape juice | vape liquid |
    cigarette | cigarettes | mothball | mothballs | toilet cleaner | oven cleaner | kerosene | plant | glue | shampoo | razor | glass | nail | needle | marble | screw | alcohol | vodka | methanol | hydrogen peroxide)`,
  swallowed:
    '(swallowed | drank | drunk | ate | eaten | ingested | got into | chewed | just had | took | sipped | tasted | gulped | licked | swallow | drink | eat | eating | drinking | inhaled | been drinking | put)',
  weapon: '(knife | gun | weapon | machete | axe | pistol | rifle | blade | hammer | bat)',
  hit: '(hit | hits | hitting | beat | beats | beating | punched | punches | punching | slapped | slaps | kicked | kicks | kicking | choked | chokes | strangled | strangles | hurt | hurts | hurting | shoved | shoves | threatened | threatens | threatening | attacked | attacks | attacking | abuses | abused | abusing | rapes | raped | raping | forces | forced | throws things at | threw things at | grabbed | pushes | pushed | pushing | burned | burns | strangling | choking | smacks | smacked | bites | bit)',
  own: '(my | our | his | her | the | their | a | this | some)',
}

export const GAP_WORD = 'xgap'
export const WIDE_GAP_WORD = 'xwidegap'
/** The phrase language has no digits, so each digit is written as a letter. */
const DIGIT_LETTERS = 'abcdefghij'

/** Replaces the names of parts by the parts: `{own}` by `(my | his | her)`. */
export function withParts(pattern: string, parts: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (parts[name] === undefined) throw new Error(`A pattern names the part "${name}", which does not exist.`)
    return parts[name]
  })
}

/**
 * Translates a sign into the phrase language (`contract/src/phrase-pattern.ts`). In addition to that language, a sign
 * may have parts in braces and two kinds of gaps: `~` for up to three words and `~~` for up to eight. A sign may match
 * anywhere in a text.
 */
export function patternOfSign(sign: string): string {
  return withParts(sign, PARTS)
    .replaceAll('~~', WIDE_GAP_WORD)
    .replaceAll('~', GAP_WORD)
    .replace(/'s\b/g, 'xis')
    .replace(/\d+/g, (digits) => `xdigits${[...digits].map((digit) => DIGIT_LETTERS[Number(digit)]).join('')}`)
}

/** Translates a word of such a pattern back into the word as it stands in a text: `xis` into `'s`. */
export function readWord(word: string): string {
  if (word === 'xis') return "'s"
  const [, digits] = /^xdigits([a-j]+)$/.exec(word) ?? []
  return digits ? [...digits].map((letter) => DIGIT_LETTERS.indexOf(letter)).join('') : word
}
