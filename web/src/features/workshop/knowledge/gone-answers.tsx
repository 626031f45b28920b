import type { KnowledgeSource } from '#contract/knowledge-sources.ts'
import { Button } from '../../../ui/button.tsx'

interface GoneAnswersProps {
  answers: KnowledgeSource['gone']
  /** Whether the source is a page; otherwise it is a file. */
  isPage: boolean
  isBusy: boolean
  onRemove: (id: string) => Promise<boolean>
  onKeep: (id: string) => Promise<boolean>
}

/** Answers that the assistant still gives although their source no longer has them. */
export function GoneAnswers({ answers, isPage, isBusy, onRemove, onKeep }: GoneAnswersProps) {
  return (
    <div className="grid gap-2.5">
      <p className="font-semibold">No longer {isPage ? 'on the page' : 'in the file'}</p>
      <ul className="grid gap-3">
        {answers.map(({ id, question, answer }) => (
          <li key={id} className="grid gap-2 rounded-card bg-raised p-3.5 sm:p-4">
            <p className="font-semibold wrap-anywhere">{question}</p>
            <p className="wrap-anywhere">{answer}</p>
            <div className="mt-1 flex flex-wrap gap-2">
              <Button
                size="small"
                kind="ink"
                className="max-sm:px-3.5!"
                aria-label={`Remove: ${question}`}
                aria-disabled={isBusy}
                onClick={() => void onRemove(id)}
              >
                Remove
              </Button>
              <Button
                size="small"
                className="max-sm:px-3.5!"
                aria-label={`Keep: ${question}`}
                aria-disabled={isBusy}
                onClick={() => void onKeep(id)}
              >
                Keep
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
