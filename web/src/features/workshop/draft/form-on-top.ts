import type { AssistantForm } from '../../assistants/assistants.ts'

type Pair = AssistantForm['pairs'][number]

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What the owner has typed (`mine`) since the form was saved (`sent`), on top of what the server has made of that
 * (`theirs`): it trims texts, and adds, replaces or removes questions.
 */
export function formOnTop(mine: AssistantForm, sent: AssistantForm, theirs: AssistantForm): AssistantForm {
  const names = Object.keys(mine) as (keyof AssistantForm)[]
  const untouched = names.filter((name) => isSame(mine[name], sent[name]))
  return {
    ...mine,
    ...Object.fromEntries(untouched.map((name) => [name, theirs[name]])),
    pairs: pairsOnTop(mine.pairs, sent.pairs, theirs.pairs),
  }
}

function pairsOnTop(mine: Pair[], sent: Pair[], theirs: Pair[]): Pair[] {
  if (isSame(mine, sent)) return theirs
  const isIn = (pairs: readonly Pair[]) => {
    const texts = new Set(pairs.map(textOf))
    return (pair: Pair) => texts.has(textOf(pair))
  }
  const [isMine, isSent, isTheirs] = [isIn(mine), isIn(sent), isIn(theirs)]
  const added = theirs.filter((pair) => !isSent(pair) && !isMine(pair))
  return [...mine.filter((pair) => isTheirs(pair) || !isSent(pair)), ...added]
}

/** As the server keeps it. */
const textOf = ({ question, answer, source }: Pair) => JSON.stringify([question.trim(), answer.trim(), source])
