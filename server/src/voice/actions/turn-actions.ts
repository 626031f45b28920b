import type { ActionResult, CallActions } from '../actions.ts'

/** The conversation before a turn, and the turn's own line. */
export interface TurnLines {
  history: readonly { role: 'user' | 'assistant'; content: string }[]
  text: string
}

/** What the dialog needs of the brain that it belongs to. */
export interface DialogBrain {
  knows: (text: string) => boolean
  /** The brain's own answer to the turn. */
  answer: () => AsyncIterable<string>
  /** Called when the dialog, not the brain, handles the turn. */
  onAction: () => void
}

/** An action that was begun in this call. */
export interface BegunAction {
  name: string
  values: Readonly<Record<string, string>>
  result: Promise<ActionResult>
}

/**
 * The actions of a call, as offered to its brains. The built-in brain uses the dialog; a language model runs actions
 * itself. An action that one of them begins, the other can continue.
 */
export interface TurnActions extends Pick<CallActions, 'tools' | 'localNow' | 'freeSlots'> {
  /** The dialog's answer to a turn, for the built-in brain. */
  reply(turn: TurnLines, brain: DialogBrain): AsyncIterable<string>
  /** Whether a line gives the open dialog a time, an address or a number. */
  hasPlainValue(text: string): boolean
  /** Whether an action is in preparation or running, or its outcome has not been spoken yet. */
  isOpen(): boolean
  /** The action whose outcome the caller has not heard yet, because the turn that began it was interrupted. */
  unheard(): BegunAction | undefined
  /**
   * For models: runs an action with values that have been validated. It completes even if the turn is interrupted. Until
   * its outcome was spoken, the same action with the same values is not run again.
   */
  run(turn: TurnLines, name: string, values: Readonly<Record<string, string>>): Promise<ActionResult>
  /** Tells the dialog that the outcome of the latest action was spoken. */
  said(): void
  /** For models: shows the form for values that are hard to say. Returns false if the action has no such fields. */
  openForm(turn: TurnLines, name: string, values: Readonly<Record<string, string>>): boolean
}
