import { FORM_FIELD_KINDS, type ActionForm } from '#contract/realtime.ts'
import type { FieldKind } from '../actions.ts'
import type { DialogState } from './dialog-state.ts'

/** What is hard to say, or to hear. */
const HARD_KINDS: ReadonlySet<FieldKind> = new Set(['name', 'email', 'phone', 'text', 'code'])

/** The panel's form for a field that is hard to say, with all others that can be typed; null where none is asked for. */
export function formOf(state: DialogState): Omit<ActionForm, 'id'> | null {
  if (state.phase !== 'asking' || state.task.isFormAway) return null
  const { task, fieldId, problem = null } = state
  const { tool, values } = task
  const asked = tool.fields.find(({ id }) => id === fieldId)
  if (!asked || !HARD_KINDS.has(asked.kind)) return null
  const fields = tool.fields.flatMap(({ id, label, kind: given, isRequired, choices = [] }) => {
    const kind = FORM_FIELD_KINDS.find((each) => each === given)
    // A time is chosen among those that are free, in the conversation.
    if (!kind) return []
    return [
      {
        id,
        label,
        kind,
        isRequired,
        choices: [...choices],
        value: values[id] ?? '',
        problem: id === fieldId ? problem : null,
      },
    ]
  })
  return { title: tool.title, fields }
}
