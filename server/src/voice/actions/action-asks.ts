import { compilePattern, findPattern, normaliseWords } from '#contract/phrase-pattern.ts'
import type { ActionKind, ActionTool } from '../actions.ts'

const THING = String.raw`(?:appointment|slot|booking|meeting|visit|consultation|viewing|table|reservation|session|termin)`

/** How people ask for what most businesses offer, in whatever words they type. What is said in their owner's words comes before it. */
const TYPICAL: Partial<Record<ActionKind, RegExp>> = {
  cancel: new RegExp(
    String.raw`\b(?:cancel|call off|drop)\b.*\b${THING}\b|\bcan(?:'t|not) (?:make it|come) (?:to|for) my ${THING}`,
    'i',
  ),
  move: new RegExp(
    String.raw`\b(?:move|change|reschedule|postpone|shift|push back|rebook)\b.*\b${THING}\b|\breschedule\b`,
    'i',
  ),
  book: new RegExp(
    String.raw`\b(?:book|schedule|make|set up|reserve|arrange|get|need|want|like|have|fix)\b.*\b${THING}s?\b|\b(?:come|drop) (?:in|by|over)\b.*\b(?:on|at|tomorrow|next)\b|\b(?:come|drop) (?:in|by|over) (?:and|to) (?:see|meet|visit)\b|\bcome (?:in |over |by )?for (?:a|an|my)\b|\bbook me in\b|\bbook (?:a|an|something|in)\b|\b(?:pencil|squeeze|fit|slot) me in\b|\bput me down(?: (?:for|on|at)\b| please|[.!?]?$)|\bsign me up\b(?! (?:for|to) (?:\w+ )?(?:newsletter|news|mailing|updates|account|e-?mail))|\b(?:chance|possibility) (?:of|for|to)\b.*\b${THING}\b`,
    'i',
  ),
  callback:
    /\bcall(?:ed)? (?:me |us )?back\b|\bcall-?back\b|\b(?:give|get) (?:me|us) a (?:call|ring)\b|\b(?:ring|phone|call) me\b|\bcould (?:someone|somebody|you) call\b/i,
  message:
    /\b(?:leave|take|pass on|send|give)\b.{0,20}\b(?:message|note|word)\b|\bpass (?:this|it|that) on\b|\b(?:let|tell) (?:them|him|her|the (?:owner|team|boss|staff)) (?:know|that)\b|\b(?:get|be) (?:back to|in touch with) me\b|\bleave my (?:details|name|number|contact)\b|\bcontact me\b|\b(?:request|get|want|need|like) (?:a |an )?(?:quote|offer|estimate)\b/i,
  handover:
    /\b(?:speak|talk|connect me|put me through)\b.{0,20}\b(?:person|human|someone|somebody|agent|real|staff|colleague|employee|representative|the owner|manager)\b/i,
}
/** "Do I need to book an appointment?" asks something; "can I book an appointment?" wants one. */
const ASKS_ABOUT = /^(?:do|does|did|is|are|was|what|when|where|who|why|how|which|should|must|have)\b/i

const WHEN = String.raw`\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|(?:this|next) \w+|soon|mornings?|afternoons?|evenings?|at \d+|\d+(?:st|nd|rd|th))\b`
/** "Do you have anything free on Tuesday?": only who wants to come asks so, though it is a question. */
const ASKS_FOR_FREE_TIME = new RegExp(
  String.raw`\b(?:anything|something|any ?(?:one|body|time)?|times?|a (?:place|spot|gap|space)|${THING}s?)\b.*\b(?:free|available|open|left)\b.*${WHEN}|\b(?:have|got) (?:anything|something) (?:on|for|at)?\s*(?:the )?${WHEN}|\b(?:free|available|open) (?:times?|${THING}s?)\b|\b(?:any|what) availability\b`,
  'i',
)

interface Asks {
  tool: ActionTool
  whole: ((text: readonly string[]) => boolean)[]
  within: ((words: readonly string[]) => boolean)[]
}

/** Finds the action that a line asks for. Patterns are read once. */
export function createAskFinder(tools: readonly ActionTool[]) {
  const asks = tools.map((tool): Asks => {
    const patterns = tool.asks.filter(isReadable)
    return { tool, whole: patterns.map(compilePattern), within: patterns.map(findPattern) }
  })
  return {
    /** One of the owner's phrases, and nothing else. */
    exact(text: string): ActionTool | undefined {
      const words = normaliseWords(text)
      return asks.find(({ whole }) => whole.some((matches) => matches(words)))?.tool
    },
    /** @param isKnown whether the assistant's knowledge answers the line: then a question about an action asks for none */
    find(text: string, isKnown: () => boolean): ActionTool | undefined {
      const exact = this.exact(text)
      if (exact) return exact
      const booking = tools.find(({ kind }) => kind === 'book')
      if (booking && ASKS_FOR_FREE_TIME.test(text)) return booking
      if (ASKS_ABOUT.test(text.trim()) && isKnown()) return undefined
      const words = normaliseWords(text)
      const found = asks.find(({ within }) => within.some((isIn) => isIn(words)))?.tool
      if (found) return found
      if (ASKS_ABOUT.test(text.trim())) return undefined
      // "Cancel" and "move" name what they are about as booking does, and are looked for first.
      const kind = (['cancel', 'move', 'callback', 'handover', 'message', 'book'] as const).find(
        (each) => TYPICAL[each]?.test(text) && tools.some((tool) => tool.kind === each),
      )
      return tools.find((tool) => tool.kind === kind)
    },
  }
}

export type AskFinder = ReturnType<typeof createAskFinder>

function isReadable(pattern: string): boolean {
  try {
    compilePattern(pattern)
    return true
  } catch {
    return false
  }
}
