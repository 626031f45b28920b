/**
 * What an assistant can do in a call besides answering. The actions are the same for every brain: the built-in one asks
 * for the fields in a dialog, a language model fills them in by function calling, and Vapi by the tools that were
 * registered there.
 */
export interface CallActions {
  readonly tools: readonly ActionTool[]
  /**
   * The business's clock as ISO local time in its time zone, `2026-11-24T15:30`. Words such as "tomorrow" are relative
   * to it.
   */
  localNow(): string
  /**
   * Runs an action once all required fields are known and confirmed. Never rejects: the result says what went wrong.
   * @param name the name of a tool
   * @param values as text by field id; a slot is `2026-11-24T15:30` in the business's time zone
   */
  run(name: string, values: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<ActionResult>
  /** Free times for a field of the kind `slot`, nearest to the wish first. */
  freeSlots(wish: SlotWish): Promise<readonly Slot[]>
}

export type ActionKind = 'message' | 'callback' | 'book' | 'move' | 'cancel' | 'handover' | 'card' | 'webhook'

export interface ActionTool {
  kind: ActionKind
  /** Unique within a call, in snake_case, which models expect: `book_appointment`. */
  name: string
  /** The title of the panel's form: "Haircut". */
  title: string
  /** Tells a model when to use the action and what happens then. */
  description: string
  /**
   * Phrases with which callers ask for it, as phrase patterns (contract/src/assistant.ts). The built-in recogniser and
   * brain use them.
   */
  asks: readonly string[]
  fields: readonly ActionField[]
  /** Spoken while a slow action runs. */
  meanwhile?: string | undefined
}

export type FieldKind = 'name' | 'email' | 'phone' | 'text' | 'number' | 'date' | 'slot' | 'code' | 'choice'
/** The length of a booking's code, which is the value of a field of the kind `code`. */
export const CODE_DIGITS = 6
/** How many free times are offered at once. */
export const OFFERED_SLOTS = 3

export interface ActionField {
  id: string
  /** The label in the form: "Your name". */
  label: string
  kind: FieldKind
  isRequired: boolean
  /** The values that a field of the kind `choice` allows. */
  choices?: readonly string[] | undefined
}

export interface SlotWish {
  /**
   * ISO local times in the business's time zone, `2026-11-24T15:30`. They may span a day or part of one, or be the same
   * moment.
   */
  from: string
  to: string
  atMost: number
}

export interface Slot {
  /** ISO local time in the business's time zone. */
  start: string
  /** As it is spoken: "Tuesday the twenty-fourth at half past three". */
  spoken: string
  /** Its time of the day alone: "half past three". */
  spokenTime: string
  /** As it is displayed: "Tue, Nov 24, 3:30 PM". */
  written: string
}

/** A link or picture for the panel to show. */
export interface ActionCard {
  title: string
  text?: string | undefined
  url?: string | undefined
  imageUrl?: string | undefined
}

export type ActionResult =
  | { status: 'done'; say: string; card?: ActionCard | undefined; data?: Readonly<Record<string, unknown>> | undefined }
  /** A field's value was not accepted: the slot has been taken meanwhile, or the code is unknown. */
  | { status: 'refused'; fieldId: string | null; say: string; slots?: readonly Slot[] | undefined }
  /** The values were valid, but the action failed and nothing was done. */
  | { status: 'failed'; say: string }
