import { Link } from 'react-router'
import type { LegalDocument } from './legal-document.ts'

export const TERMS: LegalDocument = {
  title: 'Terms',
  lead: 'What you can expect of Voxhall, and what Voxhall expects of you.',
  changedOn: '2026-11-22',
  inShort: [
    <>
      <strong>You are talking with an AI.</strong> What the assistants say is general information, not advice about your
      own case.
    </>,
    <>
      <strong>Trying it is free.</strong> Without a plan a call lasts up to a minute, and no card is needed.
    </>,
    <>
      <strong>You may cancel at any time.</strong> Your plan then runs to the end of the period that you have paid for.
    </>,
    <>
      <strong>Be decent.</strong> Do not use Voxhall to harm people, break the law or damage the service.
    </>,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Who these terms are between',
      body: (
        <p>
          These terms are between you and the operator of this server, called “we” on this page. You accept them by
          making an account or starting a call. Our <Link to="/privacy">privacy page</Link> explains what happens to
          your data, and <Link to="/responsible-ai">Responsible AI</Link> explains how the assistants work. You can
          reach us through the <Link to="/contact">contact form</Link>.
        </p>
      ),
    },
    {
      id: 'account',
      title: 'Your account',
      body: (
        <ul>
          <li>You need an account to talk, and an email address of your own to confirm it.</li>
          <li>
            Keep your password to yourself. You are responsible for what happens in your account until you tell us that
            someone else has used it.
          </li>
          <li>You should be 16 or older, or have a parent or guardian with you.</li>
          <li>An account belongs to one person. People in a company each make their own.</li>
        </ul>
      ),
    },
    {
      id: 'assistants',
      title: 'What the assistants are for',
      body: (
        <>
          <p>
            Each assistant gives general information in its own field. None is a doctor, lawyer, therapist, broker or
            engineer, and no professional relationship begins with a call. Check anything important with a qualified
            person before you act on it.
          </p>
          <p>
            <strong>In an emergency, call your local emergency number.</strong> No assistant can call it for you, and no
            person is listening to your call.
          </p>
          <p>
            Some answers are about a sample shop or a sample garage, and the assistant says so. You cannot order
            anything there.
          </p>
        </>
      ),
    },
    {
      id: 'fair-use',
      title: 'What you may not do',
      body: (
        <ul>
          <li>Break the law, or plan to harm yourself or anyone else.</li>
          <li>Pass off an assistant’s voice or words as those of a human being.</li>
          <li>Record other people in a call without their consent.</li>
          <li>Get around limits, guess codes, or overload the service.</li>
          <li>Resell calls without an agreement with us.</li>
        </ul>
      ),
    },
    {
      id: 'plans',
      title: 'Plans, minutes and money',
      body: (
        <>
          <p>
            Without a plan, each call ends after 60 seconds, and free minutes may be limited per day. A plan gives you a
            number of minutes in each billing period; the <Link to="/pricing">pricing page</Link> lists them with their
            prices in US dollars. Time is counted by the second, from the moment a call begins until it ends.
          </p>
          <ul>
            <li>When your minutes are used up, calls end. You are never charged extra.</li>
            <li>Unused minutes do not carry over into the next period.</li>
            <li>
              If you change to a larger plan, or a plan ends early and you buy another one in the same period, the
              minutes that you have already used stay counted. A smaller plan starts with your next period.
            </li>
            <li>
              You are charged only after you confirm on the checkout page. If this server does not take payments, that
              page says so.
            </li>
            <li>
              A plan renews until you cancel it on <Link to="/account">your account page</Link>. After you cancel, it
              works until the end of the period that you have paid for, and until then you can undo the cancellation.
            </li>
            <li>We email you when you have used 80% of your minutes, and again when none are left.</li>
            <li>
              If a payment fails, it is retried for some days and your plan continues meanwhile. If every attempt fails,
              the plan ends.
            </li>
            <li>A new price applies from your next billing period, and we tell you by email before it begins.</li>
          </ul>
          <p>
            If you bought as a consumer, your legal rights to withdraw and to be refunded in your country are not
            affected.
          </p>
        </>
      ),
    },
    {
      id: 'business',
      title: 'Assistants for your business',
      body: (
        <>
          <p>
            If you order your own assistant, give us only pictures, names and words that you have the right to use. The
            face or voice of a real person needs that person’s written consent.
          </p>
          <p>
            Your visitors’ calls use the minutes of your plan, counted from the first words we understand or from the
            assistant’s first answer, whichever comes first. Its greeting is free.
          </p>
          <p>
            Your assistant says that it is an AI, as all of ours do. You are responsible for what you teach it, and for
            telling your visitors how their calls are handled.
          </p>
        </>
      ),
    },
    {
      id: 'whose-words',
      title: 'Who owns what',
      body: (
        <p>
          What you say remains yours. You allow us to process and store it as far as the service requires. You may use
          what the assistants say to you as you like. The portraits, the site and the name remain ours.
        </p>
      ),
    },
    {
      id: 'availability',
      title: 'If something fails',
      body: (
        <>
          <p>
            We keep the service running with care, but we promise no uptime. A call can drop; what was said up to then
            is kept, and only the recorded time counts. Parts of the service may change or end. If you can no longer use
            something you have paid for, you get a proportional refund.
          </p>
          <p>
            We are liable without limit for intent, gross negligence, harm to life or health, and wherever the law
            requires it. For slight negligence we are liable only for breaching an essential duty, and up to the amount
            that you paid us in the last twelve months, as far as the law allows such a limit.
          </p>
        </>
      ),
    },
    {
      id: 'ending',
      title: 'Ending the agreement',
      body: (
        <p>
          You may leave at any time: <Link to="/account">your account page</Link> ends your plans and deletes your
          account. The rest of a paid period is lost with it, so cancel your plan and wait if you want to use it up. We
          may close an account that breaks these terms. Unless a delay would be dangerous, we first tell you why and
          give you two weeks to put it right.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes and governing law',
      body: (
        <p>
          When these terms change, the date at the top changes, and we tell people with an account by email 30 days
          ahead. The law of the operator’s home country applies. Consumers keep the protection of the law where they
          live, and may go to court there.
        </p>
      ),
    },
  ],
}
