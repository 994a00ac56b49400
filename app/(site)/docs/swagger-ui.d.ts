declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Renders the reference into `domNode`. */
  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    spec: object;
    validatorUrl: null;
    persistAuthorization: false;
    deepLinking: boolean;
    defaultModelsExpandDepth: number;
    plugins: Array<(system: never) => object>;
  }): void;
}
