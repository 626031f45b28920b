import { compilePattern, findPattern, normaliseWords, readPattern } from '#contract/phrase-pattern.ts'
import type { ActionKind, ActionTool } from '../actions.ts'
import { WEEKDAYS } from '../calendar-words.ts'
import { ownThings, USUAL_THINGS } from './own-things.ts'

const inAnyNumber = (things: readonly string[]): string[] => things.map((thing) => `${thing}s?`)
const USUAL = [
  ...inAnyNumber(USUAL_THINGS),
  ...inAnyNumber(['appt', 'apt', 'consult', 'viewing', 'table', 'check-?up']),
  'termin',
].join('|')
const PERSON = String.raw`(?:(?:the|your|a|an|my) (?:\w+ )?(?:owner|boss|team|staff|manager|doctor|dentist|therapist|physio\w*|stylist|hairdresser|lawyer|consultant|specialist|nurse|trainer|coach|vet|expert|advis[eo]r|agent|person|human|colleague|employee|representative|receptionist|office)|some(?:one|body)|an?yone|them|him|her)`
const WANT = String.raw`(?:book|schedule|make|set\b.*\bup|reserve|arrange|get|getting|need|needed|want|like|love|have|fix|give|looking for|look for|hoping|after|appreciate|request|possible|possibility|chance|available|availability|room for|(?:can|could|may|might) (?:i|we)|should|please|interested)`

/** Common ways to ask for what most businesses offer. The owner's own phrases take precedence. */
const TYPICAL: Partial<Record<ActionKind, readonly RegExp[]>> = {
  cancel: [
    /\b(?:cancel|call off|drop)\b.*\bTHING\b/,
    /\b(?:can(?:'t|not)|won't) (?:make it|come) (?:to|for) (?:my|the|our|an?) THING/,
    /\bTHING (?:be|is to be|to be) cancell?ed\b/,
  ],
  move: [
    /\bTHING (?:be|is to be|to be) (?:moved|changed|rescheduled|postponed)\b/,
    /\b(?:move|change|reschedule|postpone|shift|push back|rebook)\b.*\bTHING\b/,
    /\breschedule\b/,
  ],
  callback: [
    /\bcall(?:ed)? (?:me |us )?back\b|\bcall-?backs?\b/,
    /\b(?:give|get|have) (?:me |us )?a (?:phone )?(?:call|ring)\b/,
    /\b(?:ring|phone|call|telephone) (?:me|us)\b/,
    /\b(?:could|can|would) (?:someone|somebody|you|PERSON) (?:call|ring|phone)(?! (?:for|the|an?) )\b/,
    /\bget back to (?:me|us) by (?:phone|telephone)\b|\barrange (?:a|for a) (?:phone )?call\b/,
    /\b(?:request|want|need|like) (?:a |an )?(?:phone )?call\b/,
  ],
  handover: [
    /\b(?:speak|talk|connect me|put me through|get me)\b.{0,20}\bPERSON\b/,
    /\b(?:speak|talk) (?:to|with) (?:a |an )?(?:real|actual|live)\b/,
  ],
  message: [
    /\b(?:leave|take|pass|send|give|relay|forward|convey|deliver|have|write)\b.{0,24}\b(?:message|note|word)\b/,
    /^(?:(?:an?|the|just|please|hi|hello)\s+)*(?:message|note|word) (?:for|to)\b/,
    /\b(?:pass|hand|forward|relay) (?:this|it|that|something|on)\b|\bto pass on\b/,
    /\b(?:let|tell|inform) PERSON\b.{0,12}\b(?:know|that|something|about)\b/,
    /\b(?:something|message|word|news) (?:(?:i|we) (?:want|need|have|would like|'d like) )?(?:you )?(?:to )?(?:tell|for) PERSON\b/,
    /\b(?:take|write|note) (?:this|that|it|something|a message) down\b/,
    /\b(?:get|be) (?:back to|in touch with) me\b|\bleave my (?:details|name|number|contact)\b|\bcontact me\b/,
    /\b(?:request|get|want|need|like|have) (?:a |an )?(?:quote|offer|estimate)\b/,
  ],
  book: [
    /\bWANT\b.*\bTHING\b/,
    /\bTHING\b.*\b(?:please|possible|available|sometime|soon|for me|for us|free|with (?:you|PERSON))\b/,
    /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|an?|new|please)[\s,!.]+)*THING[\s.!?]*(?:please)?[.!?]*$/,
    /\b(?:(?:want|need|like|love|looking|here|hoping|how (?:can|do) i|can i|could i|let me|trying|wish) (?:to )?)(?:book|schedule|reserve)\b/,
    /\b(?:book|schedule) (?:me|us|in|an?|something|some time)\b/,
    /\b(?:pencil|squeeze|fit|slot|book|get|take|put|set) (?:me|us) (?:in|up|down)\b(?! (?:with|for) (?:the |your )?(?:news|mailing))/,
    /\bsign me up\b(?! (?:for|to) (?:\w+ )?(?:newsletter|news|mailing|updates|account|e-?mail))/,
    /\b(?:come|drop|pop|stop|get) (?:in|by|over|round)\b.*(?:\b(?:on|at|tomorrow|next|sometime|soon|for (?:a|an|my))\b|\b(?:and|to) (?:see|meet|visit)\b)/,
    /\bcome for (?:a|an|my)\b/,
    /\b(?:possible|when (?:can|could|may) i|(?:can|could|may) i|i'd like|want) (?:for me )?(?:to )?(?:come|drop|pop|stop|get) (?:in|by|over|round|and see)\b/,
    /\b(?:want|need|like|have|hoping|can i|could i|possible) (?:to )?(?:see|be seen|meet)\b(?!.*\b(?:the (?:price|menu|list)|what|how|if|whether)\b)/,
    /\b(?:have|got|find|make) (?:any |some )?(?:time|room|space|an? (?:opening|gap|space|place)) for (?:me|us)\b/,
  ],
}
/** @param things the business's own words for an appointment */
function patternsWith(things: readonly string[]) {
  const all = [USUAL, ...inAnyNumber(things)].join('|')
  const compiled = ({ source }: RegExp): RegExp =>
    new RegExp(source.replaceAll('THING', `(?:${all})`).replaceAll('PERSON', PERSON).replaceAll('WANT', WANT), 'i')
  return {
    typical: new Map(Object.entries(TYPICAL).map(([kind, patterns]) => [kind, patterns.map(compiled)])),
    freeTime: compiled(ASKS_FOR_FREE_TIME),
  }
}
const isUsual = (thing: string): boolean => new RegExp(`^(?:${USUAL})$`, 'i').test(thing)

/** Matches requests for information, which mention the same things as requests to book. */
const WANTS_TO_KNOW =
  /\b(?:know (?:if|whether|how|what|when|the|more)|prices?|costs?|charges?|fees?|free of charge|for free|how (?:long|much|many)|what (?:is|are|does|do|happens|kind)|information|learn more|explain|difference|includes?|refund|bring|(?:like|love|enjoy) your|talk about|walk in|by (?:car|bus|train|bike|foot)|before i decide|do i (?:need|have))\b/i
/** "Do I need to book an appointment?" is a question; "can I book an appointment?" is a request. */
const ASKS_ABOUT = /^(?:do|does|did|is|are|was|what|when|where|who|why|how|which|should|must|have (?:you|i|we|they))\b/i
/** "How do I book a session?" is taken as a request to book one. */
const ASKS_THE_WAY =
  /\b(?:how|when|where) (?:can|could|do|may|would|might) (?:i|we)\b|\bis it possible\b|\bis there (?:any |a )?(?:room|chance|way|possibility|space|time)\b|\b(?:do|have) you (?:have |got )?(?:any |some )?(?:time|room|space|openings?|availability)\b|\bwhat (?:do i|would|must i)\b.*\bto (?:get|make|book)\b|[.!?] ?.*\bi (?:want|need|would like|'d like)\b/i

const WHEN = String.raw`\b(?:(?:${WEEKDAYS})s?|today|tonight|tomorrow|(?:this|next) \w+|soon|mornings?|afternoons?|evenings?|at \d+|\d+(?:st|nd|rd|th))\b`
/** "Do you have anything free on Tuesday?" is a question in form but a request to book. */
const ASKS_FOR_FREE_TIME = new RegExp(
  String.raw`\b(?:anything|something|any ?(?:one|body|time)?|times?|a (?:place|spot|gap|space)|THING)\b.*\b(?:free|available|open|left)\b.*${WHEN}|\b(?:have|got) (?:anything|something) (?:on|for|at)?\s*(?:the )?${WHEN}|\b(?:free|available|open) (?:times?|THING)\b|\b(?:any|what) availability\b|\bany (?:openings|THING)\b|\bfree openings\b`,
  'i',
)
const USUAL_PATTERNS = patternsWith([])

/**
 * Kinds of typical requests, in the order in which they are tried. "Cancel" and "move" come first, because they mention
 * an appointment as booking does.
 */
const KINDS = ['cancel', 'move', 'callback', 'handover', 'message', 'book'] as const

interface Asks {
  tool: ActionTool
  whole: ((text: readonly string[]) => boolean)[]
  within: ((words: readonly string[]) => boolean)[]
}

/** Finds the action that a line asks for. The patterns are compiled once. */
export function createAskFinder(tools: readonly ActionTool[]) {
  const asks = tools.map((tool): Asks => {
    const patterns = tool.asks.filter(readPattern)
    return { tool, whole: patterns.map(compilePattern), within: patterns.map(findPattern) }
  })
  const own = ownThings(tools).filter((thing) => !isUsual(thing))
  const { typical, freeTime } = own.length > 0 ? patternsWith(own) : USUAL_PATTERNS
  return {
    /** The action for which the whole line is one of the owner's phrases. */
    exact(text: string): ActionTool | undefined {
      const words = normaliseWords(text)
      return asks.find(({ whole }) => whole.some((matches) => matches(words)))?.tool
    },
    /**
     * @param isKnown whether the assistant's knowledge answers the line; if so, a question about an action is not a
     * request
     */
    find(text: string, isKnown: () => boolean): ActionTool | undefined {
      const exact = this.exact(text)
      if (exact) return exact
      const booking = tools.find(({ kind }) => kind === 'book')
      if (booking && freeTime.test(text)) return booking
      const isAbout = ASKS_ABOUT.test(text.trim()) && !ASKS_THE_WAY.test(text)
      if (isAbout && isKnown()) return undefined
      const wishes = text
        .split(/(?<=[.!?;])\s+/)
        .filter((sentence) => !WANTS_TO_KNOW.test(sentence))
        .join(' ')
      const words = normaliseWords(wishes)
      const found = asks.find(({ within }) => within.some((isIn) => isIn(words)))?.tool
      if (found) return found
      if (isAbout) return undefined
      const kind = KINDS.find(
        (each) =>
          typical.get(each)?.some((pattern) => pattern.test(wishes)) && tools.some((tool) => tool.kind === each),
      )
      return tools.find((tool) => tool.kind === kind)
    },
  }
}

export type AskFinder = ReturnType<typeof createAskFinder>
