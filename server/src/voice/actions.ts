/**
 * What an assistant can do in a call besides answering. The same for every mind: the built-in one asks for the fields in
 * a dialog, a language model fills them in by function calling, Vapi by tools that were pushed to it.
 */
export interface CallActions {
  readonly tools: readonly ActionTool[]
  /** The business's clock: ISO local time in its time zone, `2026-11-24T15:30`. "Tomorrow" counts from here. */
  localNow(): string
  /**
   * Does it, once all required fields are known and confirmed. Never rejects: what went wrong is said.
   * @param name of a tool
   * @param values by the ids of its fields, as text: `2026-11-24T15:30` in the business's time zone for a slot
   */
  run(name: string, values: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<ActionResult>
  /** Free times for a field of the kind `slot`, nearest to the wish first. */
  freeSlots(wish: SlotWish): Promise<readonly Slot[]>
}

export const ACTION_KINDS = ['message', 'callback', 'book', 'move', 'cancel', 'handover', 'card', 'webhook'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

export interface ActionTool {
  kind: ActionKind
  /** Unique in a call, snake_case, as models take it: `book_appointment`. */
  name: string
  /** Above the panel's form: "Haircut". */
  title: string
  /** For models: when to use it, and what happens then. */
  description: string
  /** How callers ask for it, as phrase patterns (contract/src/assistant.ts), for the built-in ears and mind. */
  asks: readonly string[]
  fields: readonly ActionField[]
  /** Said while it takes time. */
  meanwhile?: string | undefined
}

export const FIELD_KINDS = ['name', 'email', 'phone', 'text', 'number', 'date', 'slot', 'code', 'choice'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

export interface ActionField {
  id: string
  /** As the form shows it: "Your name". */
  label: string
  kind: FieldKind
  isRequired: boolean
  /** Of a choice. */
  choices?: readonly string[] | undefined
}

export interface SlotWish {
  /** ISO local times in the business's time zone, `2026-11-24T15:30`; the wish may be a day, a part of it, or a moment. */
  from: string
  to: string
  atMost: number
}

export interface Slot {
  /** ISO local time in the business's time zone. */
  start: string
  /** For the ear: "Tuesday the twenty-fourth at half past three". */
  spoken: string
  /** For the eye: "Tue 24 Nov, 15:30". */
  written: string
}

/** A link or a picture that the panel shows. */
export interface ActionCard {
  title: string
  text?: string | undefined
  url?: string | undefined
  imageUrl?: string | undefined
}

export type ActionResult =
  | { status: 'done'; say: string; card?: ActionCard | undefined; data?: Readonly<Record<string, unknown>> | undefined }
  /** A field's value can't be taken: the slot has gone meanwhile, the code is unknown. */
  | { status: 'refused'; fieldId: string | null; say: string; slots?: readonly Slot[] | undefined }
  /** Nothing was done, though the values were right. */
  | { status: 'failed'; say: string }
