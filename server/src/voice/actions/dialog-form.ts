import { FORM_FIELD_KINDS, type ActionForm } from '#contract/realtime.ts'
import type { FieldKind } from '../actions.ts'
import type { DialogState } from './dialog-state.ts'

/** Kinds of values that are hard to say or to recognise, and so are asked for in a form as well. */
const HARD_KINDS: ReadonlySet<FieldKind> = new Set(['name', 'email', 'phone', 'text', 'code'])

/**
 * The panel's form when a field that is hard to say is asked for; it has all other fields that can be typed as well.
 * Null if no such field is asked for.
 */
export function formOf(state: DialogState): Omit<ActionForm, 'id'> | null {
  if (state.phase !== 'asking' || state.task.isFormAway) return null
  const { task, fieldId, problem = null } = state
  const { tool, values } = task
  const asked = tool.fields.find(({ id }) => id === fieldId)
  if (!asked || !HARD_KINDS.has(asked.kind)) return null
  const fields = tool.fields.flatMap(({ id, label, kind: given, isRequired, choices = [] }) => {
    const kind = FORM_FIELD_KINDS.find((each) => each === given)
    // Times are chosen in the conversation, from the free ones.
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
