// Vue is read here as it is installed: these are the names that a bundler would have replaced by what they stand for.
Object.assign(globalThis, {
  process: { env: { NODE_ENV: 'development' } },
  __VUE_OPTIONS_API__: true,
  __VUE_PROD_DEVTOOLS__: false,
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
});
