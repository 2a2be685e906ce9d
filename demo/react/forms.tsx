import type {} from 'email-check-element/react';
import { StrictMode, useActionState, useCallback, useState } from 'react';
import { useForm } from 'react-hook-form';

/** Where the fields ask, and with which key. */
interface Service {
  readonly publicKey: string;
  readonly serviceUrl: string;
}

type Field = HTMLElementTagNameMap['email-check'];

/** The page holds the value. A submit waits for the answer, and addresses that bounce are blocked. */
const Controlled = ({ publicKey, serviceUrl }: Service) => {
  const [email, setEmail] = useState('');
  const [result, setResult] = useState('');
  const [submits, setSubmits] = useState(0);
  const [renders, setRenders] = useState(0);
  const [field, setField] = useState(0);
  return (
    <form
      id="controlled"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmits(submits + 1);
      }}
    >
      <h2>A controlled input</h2>
      <email-check
        key={field}
        className="field"
        public-key={publicKey}
        base-url={serviceUrl}
        block="syntax typo invalid"
        onemail-check-verdict={({ verdict }) => setResult(verdict.result)}
      >
        <label>
          Email{' '}
          <input
            type="email"
            name="email"
            autoComplete="email"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
      </email-check>
      <p className="hint">
        State: <output className="state">{email}</output> · Result: <output className="result">{result}</output> ·
        Submits: <output className="submits">{submits}</output> · Rendered again:{' '}
        <output className="renders">{renders}</output>
      </p>
      <button className="primary">Sign up</button>
      <button className="secondary render" type="button" onClick={() => setRenders(renders + 1)}>
        Render again
      </button>
      <button className="secondary replace" type="button" onClick={() => setField(field + 1)}>
        Replace the field
      </button>
    </form>
  );
};

/** React Hook Form holds the value. */
const HookForm = ({ publicKey, serviceUrl }: Service) => {
  const { register, handleSubmit, watch } = useForm({ defaultValues: { email: '' } });
  const [submitted, setSubmitted] = useState('');
  const [result, setResult] = useState('');

  // React adds no handlers to custom elements while it hydrates, and nothing here renders again before the first verdict.
  const listen = useCallback((element: Field) => {
    const listening = new AbortController();
    element.addEventListener('email-check-verdict', ({ verdict }) => setResult(verdict.result), {
      signal: listening.signal,
    });
    return () => listening.abort();
  }, []);

  return (
    <form id="hook-form" onSubmit={(event) => void handleSubmit(({ email }) => setSubmitted(email))(event)}>
      <h2>React Hook Form</h2>
      <email-check className="field" public-key={publicKey} base-url={serviceUrl} ref={listen}>
        <label>
          Email <input type="email" autoComplete="email" {...register('email')} />
        </label>
      </email-check>
      <p className="hint">
        Values: <output className="state">{watch('email')}</output> · Result:{' '}
        <output className="result">{result}</output> · Submitted: <output className="submitted">{submitted}</output>
      </p>
      <button className="primary">Sign up</button>
    </form>
  );
};

/** The form holds the value, and an action gets it. */
const Action = ({ publicKey, serviceUrl }: Service) => {
  const [sent, signUp] = useActionState(
    (before: readonly string[], data: FormData) => [...before, data.get('email') as string],
    [],
  );
  return (
    <form id="action" action={signUp}>
      <h2>A form action</h2>
      <email-check className="field" public-key={publicKey} base-url={serviceUrl} block="syntax typo invalid">
        <label>
          Email <input type="email" name="email" autoComplete="email" />
        </label>
      </email-check>
      <p className="hint">
        Sent: <output className="sent">{sent.join(' ')}</output>
      </p>
      <button className="primary">Sign up</button>
    </form>
  );
};

export const Forms = (service: Service) => (
  <StrictMode>
    <div className="card">
      <h1>Three forms of React</h1>
      <Controlled {...service} />
      <HookForm {...service} />
      <Action {...service} />
    </div>
  </StrictMode>
);
