import type { EmailCheckVerdictEvent } from 'email-check-element';
import { useField, useForm } from 'vee-validate';
import { defineComponent, h, ref, vModelText, withDirectives, withModifiers, type VNode } from 'vue';

/** Where the fields ask, and with which key. */
const service = { publicKey: { type: String, required: true }, serviceUrl: { type: String, required: true } } as const;

/** With another `round` the fields are made anew; without `isShown` there are none. */
const props = {
  ...service,
  round: { type: Number, required: true },
  isShown: { type: Boolean, required: true },
} as const;

interface Props {
  readonly publicKey: string;
  readonly serviceUrl: string;
  readonly round: number;
  readonly isShown: boolean;
}

/**
 * In a template the first form's field is
 *
 *     <email-check v-if="isShown" :key="round" class="field" :public-key="publicKey" :base-url="serviceUrl" block="syntax typo invalid" @email-check-verdict="note">
 *       <label>Email <input v-model="email" type="email" name="email" autocomplete="email"></label>
 *     </email-check>
 *
 * and `compilerOptions.isCustomElement` has to tell the template's compiler that <email-check> is none of Vue's components. Under
 * the demo's policy no page compiles templates, and `h()` takes any element.
 */
const emailCheck = (
  { publicKey, serviceUrl, round, isShown }: Props,
  note: (event: EmailCheckVerdictEvent) => void,
  input: VNode,
): VNode | undefined =>
  isShown
    ? h(
        'email-check',
        {
          key: round,
          class: 'field',
          'public-key': publicKey,
          'base-url': serviceUrl,
          block: 'syntax invalid',
          onEmailCheckVerdict: note,
        },
        [h('label', ['Email ', input])],
      )
    : undefined;

const attributes = { type: 'email', name: 'email', autocomplete: 'email' };

/** What a form has come to, for all to read. */
const told = (facts: Readonly<Record<string, string>>): VNode[] =>
  Object.entries(facts).map(([name, text]) =>
    h('p', { class: 'hint' }, [`${name}: `, h('output', { class: name }, text)]),
  );

const VModel = defineComponent({
  props,
  setup(given) {
    const email = ref('');
    const result = ref('');
    const sent = ref<string[]>([]);
    const note = ({ verdict }: EmailCheckVerdictEvent): void => void (result.value = verdict.result);
    const onSubmit = withModifiers(() => sent.value.push(email.value), ['prevent']);
    return () => {
      const input = h('input', { ...attributes, 'onUpdate:modelValue': (text: string) => (email.value = text) });
      return h('form', { id: 'v-model', class: 'card', onSubmit }, [
        h('h2', 'v-model'),
        emailCheck(given, note, withDirectives(input, [[vModelText, email.value]])),
        h('button', { class: 'primary' }, 'Sign up'),
        told({ model: email.value, result: result.value, sent: sent.value.join(' ') }),
      ]);
    };
  },
});

const VModelLazy = defineComponent({
  props,
  setup(given) {
    const email = ref('');
    const result = ref('');
    const sent = ref<string[]>([]);
    const note = ({ verdict }: EmailCheckVerdictEvent): void => void (result.value = verdict.result);
    const onSubmit = withModifiers(() => sent.value.push(email.value), ['prevent']);
    return () => {
      const input = h('input', { ...attributes, 'onUpdate:modelValue': (text: string) => (email.value = text) });
      return h('form', { id: 'lazy', class: 'card', onSubmit }, [
        h('h2', 'v-model.lazy'),
        emailCheck(given, note, withDirectives(input, [[vModelText, email.value, '', { lazy: true }]])),
        h('button', { class: 'primary' }, 'Sign up'),
        told({ model: email.value, result: result.value, sent: sent.value.join(' ') }),
      ]);
    };
  },
});

const VeeValidate = defineComponent({
  props,
  setup(given) {
    const { handleSubmit } = useForm<{ email: string }>();
    const { value, errorMessage, handleBlur } = useField<string>('email', (text) => !!text || 'Enter your address', {
      initialValue: '',
    });
    const result = ref('');
    const sent = ref<string[]>([]);
    const note = ({ verdict }: EmailCheckVerdictEvent): void => void (result.value = verdict.result);
    const onSubmit = handleSubmit(({ email }) => void sent.value.push(email));
    return () => {
      const input = h('input', {
        ...attributes,
        onBlur: handleBlur,
        'onUpdate:modelValue': (text: string) => (value.value = text),
      });
      return h('form', { id: 'vee-validate', class: 'card', onSubmit }, [
        h('h2', 'VeeValidate’s useField'),
        emailCheck(given, note, withDirectives(input, [[vModelText, value.value]])),
        h('button', { class: 'primary' }, 'Sign up'),
        told({ model: value.value, fault: errorMessage.value ?? '', result: result.value, sent: sent.value.join(' ') }),
      ]);
    };
  },
});

/** Three forms, and what renders their fields anew. */
export const Forms = defineComponent({
  props: service,
  setup(given) {
    const round = ref(0);
    const isShown = ref(true);
    return () =>
      h('main', [
        h('h1', 'Three forms of Vue'),
        h('p', [
          h(
            'button',
            { id: 'replace', type: 'button', class: 'secondary', onClick: () => round.value++ },
            'Replace the fields',
          ),
          ' ',
          h(
            'button',
            { id: 'show', type: 'button', class: 'secondary', onClick: () => (isShown.value = !isShown.value) },
            isShown.value ? 'Take the fields away' : 'Bring the fields back',
          ),
        ]),
        [VModel, VModelLazy, VeeValidate].map((form) =>
          h(form, { ...given, round: round.value, isShown: isShown.value }),
        ),
      ]);
  },
});
