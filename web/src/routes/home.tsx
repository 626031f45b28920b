import type { MetaFunction } from 'react-router'
import { mayTalkTo } from '../features/assistants/catalogue/may-talk-to.ts'
import { Gallery } from '../features/home/gallery.tsx'
import { Hero } from '../features/home/hero.tsx'
import { Steps } from '../features/home/steps.tsx'
import { Studio } from '../features/home/studio.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { siteIdentity } from '../lib/structured-data.ts'
import { WakeWhenReached } from '../ui/wake-when-reached.tsx'
import { useShell } from './shell-context.ts'

const DESCRIPTION =
  'Sixteen AI assistants with a face and a voice, each at home in one field. Talk with one for free, or have one made for your business.'

export const meta: MetaFunction = () => [
  ...pageMeta({ title: 'Voxhall: personal AI assistants you talk to', description: DESCRIPTION, path: '/' }),
  siteIdentity(DESCRIPTION),
]

export default function HomeRoute() {
  const shell = useShell()
  return (
    <>
      <Hero onTalk={shell.talkTo} onCreate={shell.openCustomize} />
      {/* Each part has its own boundary, so that a slow phone can respond to input between hydrating them. */}
      <WakeWhenReached anchor="gallery">
        <Gallery
          mayTalkTo={(assistant) => mayTalkTo(assistant, shell.mayTalk)}
          onTalk={shell.talkTo}
          onOpenCatalogue={shell.openCatalogue}
        />
      </WakeWhenReached>
      <WakeWhenReached anchor="steps">
        <Steps />
      </WakeWhenReached>
      <WakeWhenReached anchor="studio">
        <Studio />
      </WakeWhenReached>
    </>
  )
}
