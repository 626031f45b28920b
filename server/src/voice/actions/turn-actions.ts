import type { ActionResult, ActionTool, Slot, SlotWish } from '../actions.ts'

/** What a turn brings: the lines before it, and its own. */
export interface TurnLines {
  history: readonly { role: 'user' | 'assistant'; content: string }[]
  text: string
}

/** What the dialog needs of the mind that it belongs to. */
export interface AskedMind {
  knows: (text: string) => boolean
  /** Answers the turn without the dialog. */
  answer: () => AsyncIterable<string>
  /** Told once where the turn is the dialog's, and not the mind's. */
  onAction: () => void
}

/**
 * The actions of a call as its minds see them. The built-in mind has the dialog; a language model runs them itself. What
 * one of them has begun, the other goes on with.
 */
export interface TurnActions {
  readonly tools: readonly ActionTool[]
  localNow(): string
  /** The built-in mind's answer to a turn. */
  reply(turn: TurnLines, mind: AskedMind): AsyncIterable<string>
  /** An action is being prepared or done, or its outcome was not yet said. */
  isOpen(): boolean
  /** For models: does it with values that were read already. What is done goes on when the turn is cut off. */
  run(turn: TurnLines, name: string, values: Readonly<Record<string, string>>): Promise<ActionResult>
  /** The outcome of the latest run was said. */
  said(): void
  freeSlots(wish: SlotWish): Promise<readonly Slot[]>
  /** For models: shows the form for what is hard to say. False where the action has nothing to fill in. */
  openForm(turn: TurnLines, name: string, values: Readonly<Record<string, string>>): boolean
}
