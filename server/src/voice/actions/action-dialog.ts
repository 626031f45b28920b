import { isDeepStrictEqual } from 'node:util'
import type { ActionForm } from '#contract/realtime.ts'
import { nextSlice } from '../../infra/in-slices.ts'
import type { ActionCard, ActionResult, CallActions } from '../actions.ts'
import { createAskFinder } from './action-asks.ts'
import { stepDialog } from './dialog-machine.ts'
import {
  askingFor,
  IDLE,
  newTask,
  type DialogContext,
  type DialogEffect,
  type DialogEvent,
  type DialogState,
} from './dialog-state.ts'
import { formOf } from './dialog-form.ts'
import { momentOf, type Moment } from './dialog-grammar.ts'
import { fieldNamed } from './field-names.ts'
import { asLine, heardFields } from './heard-fields.ts'
import { isQuick, ONE_MOMENT } from './one-moment.ts'
import type { BegunAction, DialogBrain, TurnActions, TurnLines } from './turn-actions.ts'

interface ActionDialogOptions {
  actions: CallActions
  /** Called when the panel's form opens, changes or closes (null). */
  onForm: (form: ActionForm | null) => void
  onCard: (card: ActionCard) => void
}

/** The dialog of one call: holds the state of the dialog machine and carries out its effects. */
interface ActionDialog extends TurnActions {
  /**
   * Takes the values of a form.
   * @returns the caller's line for the conversation; undefined if the form is no longer open
   */
  submit(id: string, values: Readonly<Record<string, string>>): string | undefined
  dismiss(id: string): void
  /** What the caller may say at this point of the dialog, for the recogniser. */
  moment(): Moment
}

export function createActionDialog({ actions, onForm, onCard }: ActionDialogOptions): ActionDialog {
  const asks = createAskFinder(actions.tools)
  let state: DialogState = IDLE
  /** How many of the caller's lines the dialog has read; a model may have answered others. */
  let linesRead = 0
  /** The caller's line for which a model last ran an action. */
  let lineOfRun = 0
  let sent: { values: Readonly<Record<string, string>>; line: string } | undefined
  let running: Promise<ActionResult> | undefined
  let latest: BegunAction | undefined
  /** What to say about the outcome of an action, until it has been spoken. */
  let unsaid: string | undefined
  let form: ActionForm | null = null
  let forms = 0

  function step(event: DialogEvent, knows: DialogContext['knows'] = () => false): readonly DialogEffect[] {
    const next = stepDialog(state, event, { tools: actions.tools, asks, localNow: actions.localNow(), knows })
    state = next.state
    return next.effects
  }

  function tellForm(): void {
    const fields = formOf(state)
    const next = fields && { id: form?.id ?? `form_${(forms += 1)}`, ...fields }
    if (JSON.stringify(next) === JSON.stringify(form)) return
    form = next
    onForm(form)
  }

  async function* carryOut(effects: readonly DialogEffect[], brain: DialogBrain): AsyncGenerator<string> {
    const queue = [...effects]
    for (let effect = queue.shift(); effect; effect = queue.shift()) {
      if (effect.do !== 'answer') brain.onAction()
      switch (effect.do) {
        case 'say':
          tellForm()
          yield effect.text
          unsaid = undefined
          break
        case 'show':
          onCard(effect.card)
          break
        case 'look-up':
          queue.unshift(...step({ type: 'slots', slots: await actions.freeSlots(effect.wish) }))
          break
        case 'run': {
          tellForm()
          const action = begin(effect.tool.name, effect.values)
          if (!(await isQuick(action))) yield `${effect.tool.meanwhile ?? ONE_MOMENT} `
          queue.unshift(...ended(await action))
          break
        }
        case 'answer':
          yield* brain.answer()
          if (effect.back) yield ` ${effect.back}`
      }
    }
    tellForm()
  }

  function begin(name: string, values: BegunAction['values']): Promise<ActionResult> {
    running = actions.run(name, values)
    latest = { name, values, result: running }
    return running
  }

  function unheard(): BegunAction | undefined {
    if (latest && running !== undefined) return { ...latest, result: endedForModel(running) }
    return unsaid === undefined ? undefined : latest
  }

  /** A model says the outcome in its own words. */
  async function endedForModel(action: Promise<ActionResult>): Promise<ActionResult> {
    const result = await action
    if (state.phase === 'running') {
      for (const effect of ended(result)) if (effect.do === 'show') onCard(effect.card)
      tellForm()
    }
    return result
  }

  /** Feeds the outcome of an action into the dialog. Its text counts as unsaid until it is being spoken. */
  function ended(result: ActionResult): readonly DialogEffect[] {
    // Another turn waited for the same action and has already reported its outcome.
    if (running === undefined) return []
    running = undefined
    const effects = step({ type: 'ran', result })
    unsaid = effects.map((effect) => (effect.do === 'say' ? effect.text : '')).join('')
    return effects
  }

  /** Reads the caller's lines that a model has answered, and those of an earlier call that this one continues. */
  async function catchUp({ history }: TurnLines): Promise<void> {
    const callers = history.filter(({ role }) => role === 'user').length
    let seen = 0
    for (const [index, { role, content }] of history.entries()) {
      if (role !== 'user') continue
      seen += 1
      if (seen <= linesRead) continue
      // A continued call brings many lines at once, and reading each takes this thread some time.
      if (seen < callers) await nextSlice()
      linesRead = seen
      pointTo(history[index - 1]?.content ?? '')
      const before = state
      for (const effect of step({ type: 'said', text: content })) {
        if (effect.do === 'look-up') step({ type: 'slots', slots: await actions.freeSlots(effect.wish) })
        // An action confirmed in one of these lines was run when the line was answered. A line that a later one has
        // replaced got no answer.
        if (effect.do === 'run') state = history[index + 1]?.role === 'assistant' ? IDLE : before
      }
    }
    linesRead = callers
  }

  /** The model may have asked for another field than the dialog would have; the dialog then expects that field. */
  function pointTo(asked: string): void {
    if (state.phase !== 'asking' && state.phase !== 'confirming') return
    const question = asked.split(/(?<=[.!?])\s+/).findLast((sentence) => sentence.endsWith('?'))
    const field = question === undefined ? undefined : fieldNamed(state.task.tool.fields, question)
    if (field && state.task.values[field.id] === undefined) {
      state = askingFor(state.task, field.id)
    }
  }

  function beginsSomething(text: string, { knows }: DialogBrain): boolean {
    return state.phase === 'idle' && (knows(text) || asks.find(text, () => knows(text)) !== undefined)
  }

  return {
    tools: actions.tools,
    localNow: () => actions.localNow(),
    async *reply(turn, brain) {
      /** A model has run an action for this line, and then failed. */
      const isRunByModel = lineOfRun === lineNumberOf(turn)
      await catchUp(turn)
      linesRead += turn.text === '' ? 0 : 1
      const isOwed = running !== undefined || unsaid !== undefined
      if (running !== undefined) {
        brain.onAction()
        if (!(await isQuick(running))) yield `${ONE_MOMENT} `
        if (running !== undefined) yield* carryOut(ended(await running), brain)
      }
      if (unsaid !== undefined) {
        brain.onAction()
        yield unsaid
        unsaid = undefined
      }
      if (isOwed) {
        // The caller said this line before hearing the outcome, so it starts a new topic or means nothing ("hello?").
        if (isRunByModel || !beginsSomething(turn.text, brain)) return
        yield ' '
      }
      const event: DialogEvent =
        sent?.line === turn.text ? { type: 'form-sent', values: sent.values } : { type: 'said', text: turn.text }
      sent = undefined
      yield* carryOut(step(event, brain.knows), brain)
    },
    hasPlainValue(text) {
      if (!('task' in state)) return false
      const fields = state.task.tool.fields.filter(({ kind }) => kind !== 'name' && kind !== 'text')
      const askedId = state.phase === 'asking' ? state.fieldId : undefined
      const asked = fields.find(({ id }) => id === askedId)
      const { values, time } = heardFields(text, fields, asked, actions.localNow())
      return time !== undefined || Object.keys(values).length > 0
    },
    isOpen: () => state.phase !== 'idle' || running !== undefined || unsaid !== undefined,
    async run(turn, name, values) {
      const tool = actions.tools.find((each) => each.name === name)
      if (!tool) return { status: 'failed', say: 'There is no such action.' }
      if (running !== undefined) return running
      linesRead = lineOfRun = lineNumberOf(turn)
      const begun = unheard()
      if (begun?.name === name && isDeepStrictEqual(begun.values, values)) return begun.result
      state = { phase: 'running', task: newTask(tool, values) }
      tellForm()
      return endedForModel(begin(name, values))
    },
    said: () => (unsaid = undefined),
    unheard,
    freeSlots: (wish) => actions.freeSlots(wish),
    openForm(turn, name, values) {
      const tool = actions.tools.find((each) => each.name === name)
      const field = tool?.fields.find(({ id, kind }) => kind !== 'slot' && values[id] === undefined)
      if (!tool || !field) return false
      linesRead = lineNumberOf(turn)
      state = askingFor(newTask(tool, values), field.id)
      tellForm()
      return form !== null
    },
    submit(id, values) {
      if (form?.id !== id || !('task' in state)) return undefined
      const { tool } = state.task
      const line = asLine(tool.fields, values)
      if (line === '') return undefined
      sent = { values, line }
      return line
    },
    dismiss(id) {
      if (form?.id !== id) return
      step({ type: 'form-away' })
      tellForm()
    },
    moment: () => momentOf(state),
  }
}

/** The number of the turn's own line among the caller's lines, beginning with 1. */
function lineNumberOf({ history }: TurnLines): number {
  return history.filter(({ role }) => role === 'user').length + 1
}
