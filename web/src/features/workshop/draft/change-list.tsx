import type { AssistantChange } from '#contract/own-assistant-changes.ts'
import { changeWords } from './change-words.ts'

export function ChangeList({ changes }: { changes: readonly AssistantChange[] }) {
  return (
    <ul className="grid gap-4">
      {changes.map((change, index) => {
        const { title, before, after } = changeWords(change)
        return (
          <li key={index} className="border-l-2 border-line pl-4">
            <p className="font-semibold wrap-anywhere">
              <bdi>{title}</bdi>
            </p>
            {before === undefined ? null : (
              <p className="mt-1 wrap-anywhere text-ink-soft">
                <span className="font-medium">Before: </span>
                <del className="no-underline">
                  <bdi>{before}</bdi>
                </del>
              </p>
            )}
            {after === undefined ? null : (
              <p className="mt-1 wrap-anywhere">
                <span className="font-medium">Now: </span>
                <ins className="no-underline">
                  <bdi>{after}</bdi>
                </ins>
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
