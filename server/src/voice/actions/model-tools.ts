import { z } from 'zod'
import { parseJson } from '../../infra/json.ts'
import type { ActionField, ActionTool, CallActions } from '../actions.ts'
import { readValue } from './field-values.ts'

/** A function in the format of OpenAI's and Vapi's APIs. */
export interface FunctionTool {
  type: 'function'
  function: { name: string; description: string; parameters: Record<string, unknown> }
}

/** Runs the functions that a model calls: the actions of a call, or of one turn. */
export interface FunctionActions extends CallActions {
  /**
   * Shows the form for values that are hard to say. Returns false if the action has no such fields. Absent in calls
   * without a panel.
   */
  openForm?: (name: string) => boolean
}

/** Functions in addition to the actions. */
const FREE_TIMES = 'free_times'
const SHOW_FORM = 'show_form'
const MOST_FREE_TIMES = 5
const local = z.string().describe('ISO local time, such as 2026-11-24T15:30')
const freeTimesSchema = z.object({ from: local, to: local })

/** The functions that a model may call. `show_form` is included only if there is a panel. */
export function functionToolsOf(tools: readonly ActionTool[], { hasPanel }: { hasPanel: boolean }): FunctionTool[] {
  const own = tools.map((tool) => functionOf(tool.name, tool.description, argumentsOf(tool.fields)))
  const hasSlots = tools.some(({ fields }) => fields.some(({ kind }) => kind === 'slot'))
  const typed = tools.filter(({ fields }) => fields.some(({ kind }) => kind !== 'slot')).map(({ name }) => name)
  const freeTimes = functionOf(
    FREE_TIMES,
    'Gives the free times nearest to a wish. Look here before you offer a time.',
    freeTimesSchema,
  )
  const showForm = functionOf(
    SHOW_FORM,
    'Shows the person a small form for the fields of a function, for what is hard to say or hear: names, e-mail addresses, numbers. What was typed comes as the next message.',
    formSchema(typed),
  )
  return [...own, ...(hasSlots ? [freeTimes] : []), ...(hasPanel && typed.length > 0 ? [showForm] : [])]
}

/**
 * Runs one function call. Returns JSON for the model: the action's result, or what is wrong with the arguments.
 * Mistakes of the model never make it reject.
 */
export async function callFunction(
  actions: FunctionActions,
  { name, argumentsText }: { name: string; argumentsText: string },
): Promise<Record<string, unknown>> {
  const given = parseJson(argumentsText || '{}')
  if (name === FREE_TIMES) {
    const wish = freeTimesSchema.safeParse(given)
    if (!wish.success) return invalid(z.prettifyError(wish.error))
    const slots = await actions.freeSlots({ ...wish.data, atMost: MOST_FREE_TIMES })
    return { times: slots.map(({ start, spoken }) => ({ start, say: spoken })) }
  }
  if (name === SHOW_FORM) {
    const wish = formSchema([]).safeParse(given)
    if (!wish.success) return invalid(z.prettifyError(wish.error))
    const isShown = actions.openForm?.(wish.data.function) ?? false
    return isShown
      ? { status: 'shown', note: 'Ask the person to fill it in, and wait.' }
      : invalid('That function has nothing to fill in.')
  }
  const tool = actions.tools.find((each) => each.name === name)
  if (!tool) return invalid(`There is no function ${name}.`)
  const values = valuesOf(tool, given, actions.localNow())
  if ('problem' in values) return invalid(values.problem)
  return { ...(await actions.run(name, values.values)) }
}

/** Reads the arguments of a function call as the values of the action's fields. */
function valuesOf(
  { fields }: ActionTool,
  given: unknown,
  localNow: string,
): { values: Readonly<Record<string, string>> } | { problem: string } {
  const read = argumentsOf(fields).safeParse(given)
  if (!read.success) return { problem: z.prettifyError(read.error) }
  const values: Record<string, string> = {}
  for (const field of fields) {
    const text = z.coerce
      .string()
      .parse(read.data[field.id] ?? '')
      .trim()
    if (text === '' && !field.isRequired) continue
    const value = readValue(field, text, localNow)
    if ('problem' in value) return { problem: `${field.id}: ${value.problem}` }
    values[field.id] = value.value
  }
  return { values }
}

function argumentsOf(fields: readonly ActionField[]) {
  return z.object(
    Object.fromEntries(
      fields.map((field): [string, z.ZodType] => {
        const schema = argumentOf(field)
        return [field.id, field.isRequired ? schema : schema.optional()]
      }),
    ),
  )
}

function argumentOf({ kind, label, choices = [] }: ActionField): z.ZodType {
  switch (kind) {
    case 'number':
      return z.coerce.number().describe(label)
    case 'slot':
      return z.string().describe(`${label}: ISO local time of a free time, such as 2026-11-24T15:30`)
    case 'date':
      return z.string().describe(`${label}: such as 2026-11-24`)
    case 'choice':
      return choices.length > 0 ? z.enum(choices).describe(label) : z.string().describe(label)
    case 'name':
    case 'email':
    case 'phone':
    case 'text':
    case 'code':
      return z.coerce.string().describe(label)
  }
}

function formSchema(names: readonly string[]) {
  return z.object({ function: names.length > 0 ? z.enum(names) : z.string() })
}

function functionOf(name: string, description: string, schema: z.ZodType): FunctionTool {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema)
  return { type: 'function', function: { name, description, parameters } }
}

function invalid(problem: string): Record<string, unknown> {
  return { status: 'invalid', problem }
}
