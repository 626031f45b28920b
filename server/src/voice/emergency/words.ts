import { normaliseWords } from '#contract/phrase-pattern.ts'
import { MONTHS } from '../calendar-words.ts'

/** Replaces contractions and chat spellings by one form, so that each sign is written only once. */
const FORMS: ReadonlyMap<string, string> = new Map(
  `cannot=can't,cant,cannt,can'not,canot,couldn't,couldnt|is not=isn't,isnt,ain't,aint|are not=aren't,arent|was not=wasn't,wasnt
  |will not=won't,wont|does not=doesn't,doesnt,dosent,doesent|do not=don't,dont,dnt,donot|did not=didn't,didnt|has not=hasn't,hasnt|have not=haven't,havent
  |would not=wouldn't,wouldnt|should not=shouldn't,shouldnt|i am=i'm,im,ima|i have=i've,ive|i would=i'd|i will=i'll
  |he is=he's,hes|she is=she's,shes|it is=it's,its|there is=there's,theres|they are=they're,theyre|we are=we're
  |they have=they've|we have=we've|you are=you're,youre,ur|who is=who's,whos|that is=that's,thats|what is=what's,whats|someone is=someone's,someones
  |somebody is=somebody's|everything is=everything's|going to=gonna,gunna,gona|want to=wanna,wana|have to=gotta|kind of=kinda|trying to=tryna
  |boyfriend=bf|girlfriend=gf|husband=hubby,hubbie|baby=babys,bub|mother=mom,mum,mommy,mama,mommas,mam,mummy,momma,mumma|father=dad,daddy,papa,pops,dada
  |mother 's=moms,mums|father 's=dads|grandmother=grandma,granny,nana,gran,nan,grandmom,gramma|grandfather=grandpa,grandad,granddad,gramps,grampa
  |breathe=breath,breathin,breate,breth,breathe,breahte,braethe,brethe,breeth|breathing=breathin,brething,breating,breahting,braething,brathing,breathig
  |because=cuz,cause,coz|please=pls,plz,plse,pleas|you=u,ya|my=ma|with=w|without=wo|somebody=sumbody|something=smth,sumthing,somethin
  |suicide=suicde,sucide,suiside,suicied|suicidal=suicdal,sucidal|swallowed=swalowed,swollowed,swallowd,swalloed|swallowing=swalowing
  |overdose=od,overdoes|overdosed=od'd,oded,overdosd|overdosing=oding|unconscious=unconcious,unconscous,unconsious,uncontious,unresponsive
  |choking=chocking,chokin,choaking|bleeding=bleedin,bleading,bleding|diarrhea=diarrhoea|ambulance=ambulence,ambulnce,amublance,ambulans
  |emergency=emergancy,emergeny,emrgency|seizure=siezure,seizing,seisure,seziure|having=havin|dying=dieing,dyin|hemorrhaging=haemorrhaging
  |overdosing=od'ing,od'in|numb=num,numbness,tingly,tingling|stomach=tummy,belly,abdomen,abdominal|pills=pillz,tabs,tablets|medicine=meds,medication,medications
  |police=cops|fainted=passed out,feinted|vomiting=throwing up,puking,vomitting|vomited=threw up,puked|heart attack=heartattack
  |kill myself=kms,unalive myself|kill himself=unalive himself|tylenol=paracetamol,acetaminophen,panadol|anaphylactic=anaphylaxis,anaphalactic,anaphylatic,anaphilactic
  |raped=r*ped|crying=cryin|nothing=nuthin|about to=bouta,abt to|right now=rn|i do not know=idk|okay=ok|help=hlp,halp,hepl,helpp,hellp|pain=pian,painn|heart=hart,haert,hert|blood=blod,bllod|battery=batery,battry|stroke=stoke,strok,stroek|baby=bby|friend=frend,freind,firend|chest=chst,cheast|dead=ded|hurts=hurst,hurtz|swollen=swolen,swollin|knife=nife|police=polic|kill=kil|want=wan|allergic=alergic,allergick|reaction=reacton`
    .split('|')
    .flatMap((row) => {
      const [form = '', spellings = ''] = row.trim().split('=')
      return spellings.split(',').map((spelling) => [spelling, form] as const)
    }),
)
const LONGEST_FORM_WORDS = 2

/** Decisive words that are often mistyped in a hurry. They are corrected if one letter is wrong, missing, added or swapped. */
const WORTH_CORRECTING = `breathing breathe bleeding choking swallowed swelling collapsed collapse unconscious poisoned
  poison overdose overdosed suicidal suicide stabbed stabbing seizure convulsing drowning drowned electrocuted allergic
  reaction emergency ambulance strangled strangling strangle following followed threatening threatened threatens attacking
  attacked pregnant contractions responding response drooping slurring slurred breathless fainted unresponsive meningitis
  monoxide trapped hitting beating harming cutting hurting worthless disappear ambulances raped molested pressing chest
  stroke throat concussion vomiting bleach screaming burning explosion exploded smoke fire gasping wheezing paralyzed`
  .trim()
  .split(/\s+/)
const CORRECTIONS = Map.groupBy(WORTH_CORRECTING, (word) => word[0] ?? '')
/** Real words that differ by one letter from those, and must not be corrected. */
const NOT_MISTYPED = new Set(
  `breading breeding blending chocking cooking cloaking stubbed stacked stabled stubbing stabling drowsing browning treating
  threading trapper tapped strapped hitting sitting heating beading bearing bathing teaching breaching preaching reach breach
  farming charming warming hunting hosting cuffing putting getting nutting burying bursting turning learning strike stroked
  strokes strode stoke store stove throats threat chess chests cheat chart chase fires fired hire wire firm five fine file
  smoked smoker smokes spoke stoked poisons person prison seizures traction reactions relation creation action suiting
  pressings dressing stressing rapid raced racked roped taped gaped rated bleached screening streaming creaming explosions
  allergies emergence response sponsor followers hallowed swallows swelling smelling spelling dwelling selling contraction
  contractors strangle strangler strangely drooping dropping trooping swallow collapses gasping grasping rasping beatings seating
  meeting boating biting cooling coking chosen joking poking stroking breathed breather choke chokes concussions`.split(
    /\s+/,
  ),
)

/** Dates and times are removed: they indicate no danger, and the "am" of a time is not the verb. */
const DATES = new RegExp(
  String.raw`\b\d{1,2}(?:[:.]\d{2})?\s*[ap]\.?m\b\.?|\b\d{1,2}[:.]\d{2}\b|\b(?:${MONTHS}) (?:the )?\d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})\b`,
  'gi',
)

/**
 * Addresses of mail and of the web are removed too: the "com" of "anna@example.com" is no form of "coming". A mail address
 * begins where a run of characters does and has its first @ in a fixed place; otherwise, a text of two thousand characters
 * like "a@a@a@" would take seconds, and the server could not answer other callers meanwhile.
 */
const ADDRESSES = /(?<!\S)\S[^\s@]*@\S+\.\w+|\b(?:https?:\/\/|www\.)\S+|(?:\.| dot )(?:com|org|net)\b/gi

/** The words of a text in the form that signs are written in. */
export function plainWords(text: string): string[] {
  const words = normaliseWords(
    text
      .replaceAll('#', ' ')
      .replace(ADDRESSES, ' ')
      .replace(DATES, ' ')
      .replace(/([a-z])\1{3,}/gi, '$1$1')
      .replace(/(\w)\*+(\w)/g, '$1*$2'),
  )
  const plain: string[] = []
  for (let at = 0; at < words.length;) {
    const taken = longestForm(words, at)
    if (taken) plain.push(...taken.form.split(' '))
    else plain.push(...splitPossessive(corrected(words[at] ?? '')))
    at += taken?.words ?? 1
  }
  return plain
}

function longestForm(words: readonly string[], at: number): { form: string; words: number } | undefined {
  for (let count = LONGEST_FORM_WORDS; count > 0; count -= 1) {
    const spelling = words.slice(at, at + count).join(' ')
    const form = FORMS.get(spelling)
    if (form !== undefined && at + count <= words.length) return { form, words: count }
  }
  return undefined
}

/** "dad's" may be a possessive or "dad is". It is split in two words, and signs allow for either meaning. */
function splitPossessive(word: string): string[] {
  const [, owner] = /^(.+)'s$/.exec(word) ?? []
  if (owner === undefined) return [word]
  return [...(FORMS.get(owner)?.split(' ') ?? [owner]), "'s"]
}

function corrected(word: string): string {
  if (word.length < 5 || NOT_MISTYPED.has(word)) return word
  const alike = CORRECTIONS.get(word[0] ?? '')?.filter(({ length }) => Math.abs(length - word.length) <= 1) ?? []
  return alike.includes(word) ? word : (alike.find((right) => right.length > 5 && isOneSlipAway(word, right)) ?? word)
}

/** Whether the words differ by one added, missing or changed letter, or by two swapped neighbours. */
function isOneSlipAway(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = short.slice(at)
  if (short.length < long.length) return rest === long.slice(at + 1)
  if (rest.slice(1) === long.slice(at + 1)) return true
  return rest[0] === long[at + 1] && rest[1] === long[at] && rest.slice(2) === long.slice(at + 2)
}
